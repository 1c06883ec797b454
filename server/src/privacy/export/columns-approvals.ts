import { internal, ownership } from './column-policy.ts';

/** What becomes of what others say of posts before they go out. */
export const approvalColumns = {
  approvals: {
    post_id: 'posts: _id',
    workspace_id: ownership,
    link_id: internal,
    link_expires_at: 'posts: approval.expiresAt',
    asked_by: 'posts: approval.askedBy',
    asked_at: 'posts: approval.askedAt',
    state: 'posts: approval.state',
    content_hash: 'posts: approval.contentHash',
    reminded_for: internal,
  },
  // What the asker answered in other teams: `equipe: answersElsewhere`, without what they were shown.
  approval_answers: {
    id: 'posts: approval.answers._id',
    post_id: 'posts: _id',
    workspace_id: 'equipe: answersElsewhere.workspace',
    user_id: 'posts: approval.answers.userId',
    by_link: 'posts: approval.answers.byLink',
    name: 'posts: approval.answers.name',
    verdict: 'posts: approval.answers.verdict',
    note: 'posts: approval.answers.note',
    content_hash: 'posts: approval.answers.contentHash',
    seen: 'posts: approval.answers.seen',
    answered_at: 'posts: approval.answers.at',
  },
} as const;
