import { derived, internal, ownership } from './column-policy.ts';

/** What becomes of the first comments of posts. */
export const commentColumns = {
  first_comments: {
    post_id: 'posts: _id',
    workspace_id: ownership,
    text: derived,
    state: 'posts: firstComment.state',
    next_at: internal,
    attempts: internal,
    lease_until: internal,
    fence: internal,
    intent_at: internal,
    comment_id: 'posts: firstComment.commentId',
    reason: 'posts: firstComment.reason',
    action: internal,
    created_at: internal,
    ended_at: 'posts: firstComment.endedAt',
  },
} as const;
