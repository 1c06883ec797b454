import type { MediaType } from '@pontual/contract/posts/posts.ts';
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/database.ts';
import {
  copiedColumns,
  copiesOfPost,
} from '../../platform/database/fragments/publication-copies.ts';
import type { PostContent } from '../../platform/database/stored-content.ts';

export interface NewDraft {
  id: string;
  workspaceId: string;
  userId: string;
  mediaType: MediaType;
  content: PostContent;
  scheduledTime: Date | null;
  demo: boolean;
  instagramAccountId: string | null;
  series?: SeriesOccurrence | undefined;
}

/** `date` as `2026-06-09`. */
export interface SeriesOccurrence {
  seriesId: string;
  date: string;
}

interface MediaItem {
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

/** The module `publishing` writes `publications`, but for the row of a new draft. */
export function createEditingRepository(db: Db | Tx) {
  async function insertMedia(postId: string, items: readonly MediaItem[]): Promise<void> {
    if (items.length === 0) return;
    const rows = items.map(({ fileId, altText }, position) => ({
      post_id: postId,
      position,
      file_id: fileId,
      alt_text: altText,
    }));
    await db.insertInto('post_media').values(rows).execute();
  }

  return {
    /** The publication: the engine locks it as well, and a transaction that writes both rows locks it first. */
    async lock(workspaceId: string, postId: string): Promise<void> {
      await sql`select from publications where post_id = ${postId} and workspace_id = ${workspaceId}
        for update`.execute(db);
    },

    async insertDraft(draft: NewDraft): Promise<void> {
      await db
        .insertInto('posts')
        .values({
          id: draft.id,
          workspace_id: draft.workspaceId,
          created_by: draft.userId,
          media_type: draft.mediaType,
          scheduled_time: draft.scheduledTime,
          demo: draft.demo,
          target_ig_user_id: draft.instagramAccountId,
          account_chosen: draft.instagramAccountId !== null,
          series_id: draft.series?.seriesId ?? null,
          occurrence_on: draft.series?.date ?? null,
          ...toColumns(draft.content),
        })
        .execute();
      await sql`
        insert into publications (${copiedColumns})
        select ${copiesOfPost} from posts where id = ${draft.id}`.execute(db);
    },

    insertMedia,

    /** Write the row in `posts` in the same transaction: the ETag of a list is made of the versions of the rows. */
    async replaceMedia(postId: string, items: readonly MediaItem[]): Promise<void> {
      await db.deleteFrom('post_media').where('post_id', '=', postId).execute();
      await insertMedia(postId, items);
    },

    async writeContent(postId: string, content: PostContent): Promise<void> {
      await db
        .updateTable('posts')
        .set({ ...toColumns(content), updated_at: sql`app_now()` })
        .where('id', '=', postId)
        .execute();
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
