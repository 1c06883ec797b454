import type { Generated } from 'kysely';

/** The tables of posts that were scheduled together. */
export interface BatchTables {
  post_batches: {
    id: string;
    workspace_id: string;
    created_by: string | null;
    key: string;
    content_hash: string;
    posts: number;
    created_at: Generated<Date>;
    undone_at: Date | null;
  };
  batch_posts: { post_id: string; batch_id: string };
}
