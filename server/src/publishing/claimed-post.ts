import type { PostRow } from '../platform/database/tables.ts';

/** A post in the hands of whoever holds its newest fence, and the database's clock at that time. */
export type ClaimedPost = PostRow & {
  scheduled_time: Date;
  /** Until the hour; negative when it has passed. */
  due_in_ms: number;
  /** Since the last intent; null when there was none. */
  since_intent_ms: number | null;
  /** Since its owner last changed what is published; null when that never happened. */
  since_edit_ms: number | null;
  /** Until what was prepared is too old. */
  good_for_ms: number | null;
  /** Until no call of before a restoration can have an effect; null when there was none. */
  quiet_in_ms: number | null;
  /** Of the pause that its hour is in; null when there is none. */
  pause_id: string | null;
};
