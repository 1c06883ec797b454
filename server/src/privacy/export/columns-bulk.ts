import { internal, ownership } from './column-policy.ts';

/** What becomes of what is kept of posts that were scheduled together. */
export const bulkColumns = {
  post_batches: {
    id: 'lotes: _id',
    workspace_id: ownership,
    created_by: 'lotes: createdBy',
    key: internal,
    content_hash: internal,
    posts: 'lotes: posts',
    created_at: 'lotes: createdAt',
    undone_at: 'lotes: undoneAt',
  },
  batch_posts: { post_id: 'lotes: postIds', batch_id: 'lotes: _id' },
} as const;
