import type { PostRow } from '../platform/database/tables.ts';

/** Durations are in ms by the database's clock at the claim; `due_in_ms` becomes negative. */
export type ClaimedPost = PostRow & {
  scheduled_time: Date;
  due_in_ms: number;
  since_intent_ms: number | null;
  /** Null when the owner never changed the content. */
  since_edit_ms: number | null;
  good_for_ms: number | null;
  /** Until the end of the outage window; in the future only after a restore. */
  quiet_in_ms: number | null;
  pause_id: string | null;
};
