import type { FirstCommentState } from '@pontual/contract/posts/posts.ts';
import type { Generated } from 'kysely';

/** The tables of what is written below posts. */
export interface CommentTables {
  first_comments: {
    post_id: string;
    workspace_id: string;
    text: string;
    state: Generated<FirstCommentState['state']>;
    next_at: Generated<Date>;
    attempts: Generated<number>;
    lease_until: Date | null;
    fence: Generated<number>;
    intent_at: Date | null;
    comment_id: string | null;
    reason: string | null;
    action: FirstCommentState['action'];
    created_at: Generated<Date>;
    ended_at: Date | null;
  };
}
