import type { PublicationState } from '../platform/database/tables.ts';

/** Whose move it is: the fence refuses whoever was overtaken. */
export interface FencedPost {
  id: string;
  fence: number;
  workspace_id: string;
}

/** What a row was before a move changed it. */
export interface PreviousState {
  error_code: string | null;
  stage: PublicationState;
  since_due_ms: number;
  /** Its owner publishes it by hand. */
  is_by_hand: boolean;
  /** They were told how, of this hour. */
  is_told: boolean;
  /** Nobody has approved it yet. */
  is_awaiting: boolean;
}
