import { sql } from 'kysely';
import { reopenApproval } from '@pontual/server/planning/approvals/reopen-approval.ts';
import type { Database, Tx } from '@pontual/server/platform/database/database.ts';
import {
  copiedColumns,
  copiesOfPost,
} from '@pontual/server/platform/database/fragments/publication-copies.ts';
import type { StoredMedia } from '@pontual/server/media/media.repository.ts';
import type { MediaService } from '@pontual/server/media/media.service.ts';
import { createPauseRepository } from '@pontual/server/planning/pause/pause.repository.ts';
import { createEditingRepository } from '@pontual/server/posts/editing/editing.repository.ts';
import type { OwnerChanges } from '@pontual/server/publishing/changes/owner-changes.ts';
import type { SeededRandom } from './random.ts';
import type { PlannedPost, PlannedVideo } from './population.ts';
import type { VirtualTime } from './time.ts';

interface LockedPost {
  id: string;
  status: string;
  state: string;
  caption: string;
  in_hand: boolean;
  error_code: string | null;
  outage_since: Date | null;
  awaiting_since: Date | null;
}

/** As in the API, they do not touch a post that the engine has claimed. */
export function createPostActions(
  database: Database,
  changes: OwnerChanges,
  media: MediaService,
  time: VirtualTime,
  random: SeededRandom,
  manuallyPublished: ReadonlySet<string>,
) {
  /** Locks the post unless the engine has claimed it or it may have been published in an outage window. */
  const changePost = (
    post: PlannedPost,
    statuses: readonly string[],
    action: (tx: Tx, locked: LockedPost) => Promise<void>,
  ) =>
    database.inTransaction(async (tx) => {
      const locked = await lockPost(tx, post, new Date(time.now()));
      if (locked === undefined || locked.outage_since !== null) return;
      const canChange = !['publishing', 'reconciling'].includes(locked.state) && !locked.in_hand;
      if (canChange && statuses.includes(locked.status)) await action(tx, locked);
    });

  const updatePost = (
    tx: Tx,
    post: PlannedPost,
    columns: { caption?: string; scheduled_time?: Date },
  ) => tx.updateTable('posts').set(columns).where('id', '=', post.id).execute();

  return {
    async schedule(post: PlannedPost): Promise<void> {
      const { id, workspace, mediaType, caption, files, video } = post;
      await database.inTransaction(async (tx) => {
        await tx
          .insertInto('posts')
          .values({
            id,
            workspace_id: workspace.id,
            created_by: workspace.userId,
            media_type: mediaType,
            caption,
            scheduled_time: new Date(Math.max(post.dueAt, time.now() + 1)),
          })
          .execute();
        await sql`insert into publications (${copiedColumns})
          select ${copiesOfPost} from posts where id = ${id}`.execute(tx);
        if (video !== undefined) await media.insert(tx, workspace.id, toStoredMedia(video));
        const isVideo = mediaType === 'VIDEO' || mediaType === 'REELS';
        for (let position = 0; position < files; position += 1) {
          const showsVideo = isVideo || position === 2;
          const file_id = showsVideo ? (video?.id ?? workspace.videoId) : workspace.imageId;
          await tx.insertInto('post_media').values({ post_id: id, position, file_id }).execute();
        }
        await changes.onScheduled(tx, id);
      });
    },

    edit: (post: PlannedPost) =>
      changePost(post, ['scheduled'], async (tx, { caption }) => {
        // A caption that two posts share is not edited, because the ledger could not identify them any more.
        if (post.marker === undefined) return;
        // A manually published post keeps its caption, by which the manual post detection finds it.
        if (manuallyPublished.has(post.id)) return;
        await updatePost(tx, post, { caption: `${caption}!` });
        await changes.onEdited(tx, post.id);
        await reopenApproval(tx, changes, { id: post.id, workspace_id: post.workspace.id });
      }),

    move: (post: PlannedPost) =>
      changePost(post, ['scheduled', 'failed', 'expired', 'draft'], async (tx, { status }) => {
        const dueAtMs = time.now() + random.int(1000, 40 * 60_000);
        await updatePost(tx, post, { scheduled_time: new Date(dueAtMs) });
        await (status === 'scheduled'
          ? changes.apply(tx, post.id, { kind: 'moved' })
          : changes.onScheduled(tx, post.id));
      }),

    publishNow: (post: PlannedPost) =>
      changePost(
        post,
        ['scheduled', 'failed', 'expired'],
        async (tx, { status, awaiting_since }) => {
          const now = new Date(time.now());
          const isPaused = await createPauseRepository(tx).isPaused(post.workspace.id, now);
          if (isPaused || awaiting_since !== null) return;
          await updatePost(tx, post, { scheduled_time: now });
          await (status === 'scheduled'
            ? changes.onPublishNow(tx, post.id)
            : changes.onPublishAgain(tx, post.id));
        },
      ),

    delete: (post: PlannedPost) =>
      changePost(post, ['scheduled'], async (tx) => {
        await tx.deleteFrom('posts').where('id', '=', post.id).execute();
      }),
  };
}

const toStoredMedia = ({ id }: PlannedVideo): StoredMedia => ({
  id,
  kind: 'video',
  contentType: 'video/quicktime',
  sha256: id,
  thumbnailSha256: id,
  coverSha256: id,
  bytes: 1000,
  width: 1080,
  height: 1080,
  durationMs: 10_000,
  state: 'converting',
  conversion: 'encode',
  source: null,
});

async function lockPost(tx: Tx, post: PlannedPost, now: Date): Promise<LockedPost | undefined> {
  await createEditingRepository(tx).lock(post.workspace.id, post.id);
  return tx
    .selectFrom('posts_with_publication')
    .select((select) => [
      'id',
      'status',
      'state',
      'caption',
      'error_code',
      'outage_since',
      'awaiting_since',
      select
        .and([select('lease_until', '>', now), select('scheduled_time', '<=', now)])
        .$castTo<boolean>()
        .as('in_hand'),
    ])
    .where('id', '=', post.id)
    .executeTakeFirst();
}
