import type { PublicationState } from '../platform/database/tables.ts';

/** The fence refuses the writes of an overtaken worker. */
export interface FencedPost {
  id: string;
  fence: number;
  workspace_id: string;
}

export interface PreviousState {
  error_code: string | null;
  publication_state: PublicationState;
  since_due_ms: number;
  is_by_hand: boolean;
  /** The owner has been notified of manual publishing for this due time. */
  is_notified: boolean;
  is_awaiting: boolean;
}
