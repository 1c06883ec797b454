import type { PostRow } from '../platform/database/tables.ts';

/**
 * A post that a worker holds under its latest fence, with durations by the database's clock at the
 * claim.
 */
export type ClaimedPost = PostRow & {
  scheduled_time: Date;
  /** Until the due time; negative when it has passed. */
  due_in_ms: number;
  /** Since the last intent; null when there is none. */
  since_intent_ms: number | null;
  /** Since the owner last changed the content; null when the owner never did. */
  since_edit_ms: number | null;
  good_for_ms: number | null;
  /** Until the end of the outage window, in the future only after a restore; null without a window. */
  quiet_in_ms: number | null;
  pause_id: string | null;
};
