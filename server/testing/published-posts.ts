import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import {
  copiedColumns,
  copiesOfPost,
} from '../src/platform/database/fragments/publication-copies.ts';
import type { Db } from '../src/platform/database/database.ts';
import type { Client } from './factories.ts';
import type { World } from './world.ts';

interface PublicationFixture {
  /** By default the due time that the post has. */
  dueAt?: Date;
  /** After the due time; by default the post is published now. */
  lateMs?: number;
  isDelayedByInstagram?: boolean;
}

/** The post counts as published from now on; no call is made. */
export async function setPublished(
  db: Db,
  postId: string,
  { dueAt, lateMs, isDelayedByInstagram = false }: PublicationFixture = {},
): Promise<void> {
  if (dueAt !== undefined) {
    await db.updateTable('posts').set({ scheduled_time: dueAt }).where('id', '=', postId).execute();
  }
  const publishedAt =
    lateMs === undefined
      ? sql`app_now()`
      : sql`scheduled_time + make_interval(secs => ${lateMs / 1000})`;
  await sql`update publications set state = 'published', is_pending = false, next_step_at = null,
      delayed_by_instagram = ${isDelayedByInstagram}, published_at = ${publishedAt}
    where post_id = ${postId}`.execute(db);
}

/** The first was due an hour ago, each further one an hour earlier. All are published now. */
export async function insertPublishedPosts(
  { database: { db } }: World,
  { user }: Client,
  posts: readonly { caption: string; fingerprint: string }[],
): Promise<string[]> {
  const { workspace_id: workspaceId } = await db
    .selectFrom('workspace_members')
    .select('workspace_id')
    .where('user_id', '=', user._id)
    .executeTakeFirstOrThrow();
  const ids = posts.map(() => randomUUID());
  await sql`
    with input as (
      select * from unnest(
        ${ids}::uuid[],
        ${posts.map(({ caption }) => caption)}::text[],
        ${posts.map(({ fingerprint }) => fingerprint)}::text[]
      ) with ordinality as input (id, caption, fingerprint, n)),
    created as (
      insert into posts (id, workspace_id, created_by, media_type, caption, scheduled_time)
      select id, ${workspaceId}, ${user._id}, 'IMAGE', caption, app_now() - n * interval '1 hour'
      from input
      returning *),
    published as (
      insert into publications (${copiedColumns}, state, published_at)
      select ${copiesOfPost}, 'published', app_now() from created),
    files as (
      insert into media_files (id, workspace_id, kind, sha256, thumbnail_sha256, bytes, width, height,
        fingerprint)
      select id, ${workspaceId}, 'image', md5(id::text), md5(id::text), 1, 1, 1, fingerprint from input)
    insert into post_media (post_id, position, file_id) select id, 0, id from input`.execute(db);
  return ids;
}
