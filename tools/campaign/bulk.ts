import type { MediaType } from '@pontual/contract/posts/posts.ts';
import { sql } from 'kysely';
import type { Tx } from '@pontual/server/platform/database/database.ts';
import {
  copiedColumns,
  copiesOfPost,
} from '@pontual/server/platform/database/fragments/publication-copies.ts';
import { newId } from '@pontual/server/platform/ids.ts';
import { createTeamChanges } from '@pontual/server/planning/approvals/approval-rule.ts';
import type { Services } from '@pontual/server/composition/services.ts';
import type { Content, UniqueFile } from './content.ts';
import { createPostId } from './messages.ts';
import type { Owner } from './users.ts';
import type { Random } from './random.ts';
import { createTrackedPost, type TrackedPost } from './tracked-post.ts';

const BATCH_SIZE = 200;

const types: readonly (readonly [MediaType, number])[] = [
  ['IMAGE', 34],
  ['STORIES', 20],
  ['CAROUSEL', 18],
  ['REELS', 16],
  ['VIDEO', 12],
];

export interface PlannedPost {
  type: MediaType;
  owner: Owner;
  atMs: number;
  caption: string;
  isIdentifiable: boolean;
  /** Another post with the same in-flight key is due in the same minute. */
  isIndistinguishable?: true;
  /** The error that the sentinel in its caption causes in the sandbox. */
  allowedOutcome?: string;
}

export function planPosts(
  random: Random,
  owners: readonly Owner[],
  posts: number,
  window: { fromMs: number; untilMs: number },
): PlannedPost[] {
  const planned: PlannedPost[] = [];
  const pickType = () => {
    let remaining = random.int(1, 100);
    return types.find(([, share]) => (remaining -= share) <= 0)?.[0] ?? 'IMAGE';
  };
  while (planned.length < posts) {
    const serial = planned.length;
    const owner = random.pick(owners);
    const atMs = Math.round(window.fromMs + random.next() * (window.untilMs - window.fromMs));
    const type = pickType();
    if (random.chance(0.03)) {
      // Two posts with equal captions in one minute; any two stories are indistinguishable.
      const caption = type === 'STORIES' ? '' : `gêmeos ${serial}`;
      for (const delayMs of [0, random.int(0, 50_000)]) {
        planned.push({
          type,
          owner,
          atMs: atMs + delayMs,
          caption,
          isIdentifiable: false,
          isIndistinguishable: true,
        });
      }
    } else if (random.chance(0.05)) {
      planned.push({ type, owner, atMs, caption: '', isIdentifiable: false });
    } else if (random.chance(0.002) && type === 'IMAGE') {
      const caption = `recusado ${serial} #falha_create_36003_2207009`;
      planned.push({
        type,
        owner,
        atMs,
        caption,
        isIdentifiable: true,
        allowedOutcome: '36003/2207009',
      });
    } else {
      planned.push({
        type,
        owner,
        atMs,
        caption: `post ${serial} #p${serial}`,
        isIdentifiable: true,
      });
    }
  }
  return planned.slice(0, posts);
}

export async function insertPosts(
  services: Services,
  content: Content,
  random: Random,
  planned: readonly PlannedPost[],
): Promise<TrackedPost[]> {
  const tracked: TrackedPost[] = [];
  const ownerChanges = createTeamChanges(services.publishing.publicationWriter);
  for (let at = 0; at < planned.length; at += BATCH_SIZE) {
    const batch = await Promise.all(
      planned.slice(at, at + BATCH_SIZE).map(async (post, index) => {
        const kinds = chooseFileKinds(post.type, random);
        const files = await Promise.all(kinds.map((kind) => content.store(kind)));
        return { post, files, id: createPostId(post.type, at + index) };
      }),
    );
    await services.platform.database.inTransaction(async (tx) => {
      for (const { post, files, id } of batch) await insertPost(tx, id, post, files, content.side);
      for (const { id } of batch) await ownerChanges.onScheduled(tx, id);
    });
    for (const { post, files, id } of batch) {
      const trackedPost = createTrackedPost({
        ...post,
        id,
        notBeforeMs: post.atMs,
        shas: files.map(({ sha256 }) => sha256),
      });
      if (post.allowedOutcome !== undefined) trackedPost.allowedOutcomes.add(post.allowedOutcome);
      tracked.push(trackedPost);
    }
  }
  return tracked;
}

function chooseFileKinds(type: MediaType, random: Random): UniqueFile['kind'][] {
  switch (type) {
    case 'IMAGE':
      return ['image'];
    case 'VIDEO':
    case 'REELS':
      return ['video'];
    case 'STORIES':
      return [random.chance(0.7) ? 'image' : 'video'];
    case 'CAROUSEL':
      return Array.from({ length: random.int(2, 4) }, () =>
        random.chance(0.8) ? 'image' : 'video',
      );
  }
}

async function insertPost(
  tx: Tx,
  id: string,
  { type, owner, atMs, caption }: PlannedPost,
  files: readonly UniqueFile[],
  side: number,
): Promise<void> {
  const rows = files.map((file) => ({
    id: newId(),
    workspace_id: owner.workspaceId,
    kind: file.kind,
    sha256: file.sha256,
    thumbnail_sha256: file.sha256,
    content_type: file.contentType,
    bytes: file.bytes,
    width: side,
    height: side,
    duration_ms: file.kind === 'video' ? 4000 : null,
  }));
  await tx.insertInto('media_files').values(rows).execute();
  await tx
    .insertInto('posts')
    .values({
      id,
      workspace_id: owner.workspaceId,
      created_by: owner.userId,
      media_type: type,
      caption,
      scheduled_time: new Date(atMs),
    })
    .execute();
  await sql`insert into publications (${copiedColumns})
    select ${copiesOfPost} from posts where id = ${id}`.execute(tx);
  await tx
    .insertInto('post_media')
    .values(rows.map((row, position) => ({ post_id: id, position, file_id: row.id })))
    .execute();
}
