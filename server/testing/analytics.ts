import { captionCounts } from '@pontual/contract/posts/captions.ts';
import type { MediaType, PostStatus } from '@pontual/contract/posts/posts.ts';
import { sql } from 'kysely';
import type { Db } from '../src/platform/database/database.ts';
import {
  copiedColumns,
  copiesOfPost,
} from '../src/platform/database/fragments/publication-copies.ts';
import { newId } from '../src/platform/ids.ts';

export interface PostFixture {
  /** ISO 8601; without it the post has no date. */
  at?: string;
  type?: MediaType;
  status?: PostStatus;
  caption?: string;
  errorCode?: string;
  reach?: number;
  interactions?: number;
  igUserId?: string;
}

/** One statement per table. Returns the ids in the same order. */
export async function insertPosts(
  db: Db,
  owner: { workspaceId: string; userId: string },
  posts: readonly PostFixture[],
): Promise<string[]> {
  const rows = posts.map(({ status = 'published', type = 'IMAGE', caption = '', ...post }) => ({
    id: newId(),
    status,
    type,
    caption,
    hashtags: captionCounts(caption).hashtags,
    ...post,
  }));
  const given = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(id uuid, status text,
    type text, caption text, at timestamptz, "errorCode" text, reach int, interactions int,
    hashtags int, "igUserId" text)`;
  await sql`insert into posts (id, workspace_id, created_by, media_type, caption, scheduled_time)
    select id, ${owner.workspaceId}, ${owner.userId}, type, caption, at from ${given}`.execute(db);
  await sql`insert into publications (${copiedColumns}, state, is_pending, next_step_at,
      published_at, permalink, error_code, ig_user_id)
    select ${copiesOfPost},
      case when status in ('scheduled', 'pending') then 'preparing' else status end,
      status = 'pending',
      case when status in ('scheduled', 'pending') then at end,
      case when status = 'published' then at end,
      case when status = 'published' then 'https://www.instagram.com/p/' || left(md5(id::text), 11) || '/' end,
      "errorCode", "igUserId"
    from posts join ${given} using (id)`.execute(db);
  await sql`insert into post_insights (post_id, workspace_id, ig_user_id, media_type,
      scheduled_time, hashtags, reach, total_interactions, read_at)
    select id, ${owner.workspaceId}, coalesce("igUserId", '17841400000000001'), type, at, hashtags, reach, interactions,
      case when reach is not null then app_now() end
    from ${given} where status = 'published'`.execute(db);
  return rows.map(({ id }) => id);
}
