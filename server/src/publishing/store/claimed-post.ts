import type { PostRow } from '../../platform/database/rows.ts';
import type { ActiveState } from '../state.ts';

/** As it was when the step began. */
export type ClaimedPost = PostRow & {
  /** Only such a state has a next step. */
  state: ActiveState['kind'];
  scheduled_time: Date;
  /** By the database's clock. */
  now: Date;
  /** The pause that covers the due time. */
  pause_id: string | null;
};
