import type { Approval, Verdict } from '@pontual/contract/posts/posts.ts';
import type { Generated, JSONColumnType } from 'kysely';
import type { ContentSnapshot } from './stored-content.ts';

/** The tables of what others say of posts before they go out. */
export interface ApprovalTables {
  approvals: {
    post_id: string;
    workspace_id: string;
    link_id: string;
    link_expires_at: Date;
    asked_by: string | null;
    asked_at: Generated<Date>;
    state: Generated<Approval['state']>;
    content_hash: string | null;
    reminded_for: Date | null;
  };
  approval_answers: {
    id: string;
    post_id: string;
    workspace_id: string;
    user_id: string | null;
    by_link: boolean;
    name: string;
    verdict: Verdict;
    note: string | null;
    content_hash: string;
    seen: JSONColumnType<ContentSnapshot>;
    answered_at: Generated<Date>;
  };
}
