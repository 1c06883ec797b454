import type { PostRow } from '../platform/database/tables.ts';

/** As it was when the step began. */
export type ClaimedPost = PostRow & {
  scheduled_time: Date;
  /** By the database's clock. */
  now: Date;
  /** The pause that covers the due time. */
  pause_id: string | null;
};
