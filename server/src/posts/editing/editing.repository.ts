import type { MediaType } from '@pontual/contract/posts/posts.ts';
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/database.ts';
import type { PostContent } from '../../platform/database/stored-content.ts';

interface NewPost {
  id: string;
  workspaceId: string;
  userId: string;
  mediaType: MediaType;
  content: PostContent;
  scheduledTime: Date | null;
  demo: boolean;
  /** The Instagram account; null: the first one that is connected later. */
  target: string | null;
  isAccountChosen: boolean;
  series?: SeriesOccurrence | undefined;
}

/** `date` as `2026-06-09`. */
export interface SeriesOccurrence {
  seriesId: string;
  date: string;
}

export interface MediaItem {
  fileId: string;
  altText: string | null;
}

const toColumns = (content: PostContent) => ({
  caption: content.caption,
  share_to_feed: content.shareToFeed,
  thumb_offset_ms: content.thumbOffsetMs,
  audio_name: content.audioName,
  collaborators: [...content.collaborators],
  location_id: content.locationId,
  user_tags: JSON.stringify(content.userTags),
  first_comment: content.firstComment,
  fit: [...content.fit],
});

/** In the order of their positions. */
const mediaRows = (items: readonly MediaItem[]) => sql`
  unnest(${items.map(({ fileId }) => fileId)}::uuid[], ${items.map(({ altText }) => altText)}::text[])
  with ordinality as m (file_id, alt_text, number)`;

/** The module `publishing` writes `publications`. */
export function createEditingRepository(db: Db | Tx) {
  return {
    /** The publication: the engine locks it as well, and a transaction that writes both rows locks it first. */
    async lock(workspaceId: string, postId: string): Promise<void> {
      await sql`select from publications where post_id = ${postId} and workspace_id = ${workspaceId}
        for update`.execute(db);
    },

    /** `publishing` inserts the publication (owner-changes.ts). */
    async insert(post: NewPost, media: readonly MediaItem[]): Promise<void> {
      const row = {
        id: post.id,
        workspace_id: post.workspaceId,
        created_by: post.userId,
        media_type: post.mediaType,
        scheduled_time: post.scheduledTime,
        demo: post.demo,
        target_ig_user_id: post.target,
        account_chosen: post.isAccountChosen,
        series_id: post.series?.seriesId ?? null,
        occurrence_on: post.series?.date ?? null,
        ...toColumns(post.content),
      };
      await sql`
        with post as (
          insert into posts (${sql.join(Object.keys(row).map((name) => sql.ref(name)))})
          values (${sql.join(Object.values(row))}) returning id)
        insert into post_media (post_id, position, file_id, alt_text)
        select post.id, m.number - 1, m.file_id, m.alt_text from post, ${mediaRows(media)}`.execute(
        db,
      );
    },

    /** Write the row in `posts` in the same transaction: the ETag of a list is made of the versions of the rows. */
    async replaceMedia(postId: string, items: readonly MediaItem[]): Promise<void> {
      await db.deleteFrom('post_media').where('post_id', '=', postId).execute();
      await sql`
        insert into post_media (post_id, position, file_id, alt_text)
        select ${postId}::uuid, m.number - 1, m.file_id, m.alt_text from ${mediaRows(items)}`.execute(
        db,
      );
    },

    async writeContent(postId: string, content: PostContent): Promise<void> {
      await db
        .updateTable('posts')
        .set({ ...toColumns(content), updated_at: sql`app_now()` })
        .where('id', '=', postId)
        .execute();
    },

    /** The member who changed the content; undefined: the system did. */
    async writeEditor(postId: string, userId: string | undefined): Promise<void> {
      if (userId === undefined) return;
      await sql`update posts set edited_by = ${userId} where id = ${postId}`.execute(db);
    },

    async writeDueTime(postId: string, scheduledTime: Date | null): Promise<void> {
      await db
        .updateTable('posts')
        .set({ scheduled_time: scheduledTime, updated_at: sql`app_now()` })
        .where('id', '=', postId)
        .execute();
    },

    async writeType(postId: string, mediaType: MediaType): Promise<void> {
      await db
        .updateTable('posts')
        .set({ media_type: mediaType })
        .where('id', '=', postId)
        .execute();
    },

    async writeInstagramAccount(postId: string, instagramAccountId: string): Promise<void> {
      await sql`
        update posts
        set target_ig_user_id = ${instagramAccountId}, account_chosen = true, updated_at = app_now()
        where id = ${postId}`.execute(db);
    },

    async writeDemo(postId: string, demo: boolean): Promise<void> {
      await db.updateTable('posts').set({ demo }).where('id', '=', postId).execute();
    },

    async writeSeries(postId: string, { seriesId, date }: SeriesOccurrence): Promise<void> {
      await db
        .updateTable('posts')
        .set({ series_id: seriesId, occurrence_on: date })
        .where('id', '=', postId)
        .execute();
    },

    /** The clock of the database decides which posts are due. */
    async makeDueNow(postId: string): Promise<void> {
      await sql`update posts set scheduled_time = app_now(), demo = false
        where id = ${postId}`.execute(db);
    },

    async delete(postId: string): Promise<void> {
      await db.deleteFrom('posts').where('id', '=', postId).execute();
    },
  };
}
