import { derived, engine, link } from './export.fates.ts';

/** What becomes of the first comments of posts. */
export const commentColumns = {
  first_comments: {
    post_id: 'posts: _id',
    workspace_id: link,
    text: derived,
    state: 'posts: firstComment.state',
    next_at: engine,
    attempts: engine,
    lease_until: engine,
    fence: engine,
    intent_at: engine,
    comment_id: 'posts: firstComment.commentId',
    reason: 'posts: firstComment.reason',
    action: engine,
    created_at: engine,
    ended_at: 'posts: firstComment.endedAt',
  },
} as const;
