import type { MediaType } from '@pontual/contract/posts/posts.ts';
import { newId } from '@pontual/server/platform/ids.ts';
import type { SeededRandom } from './random.ts';
import type { SharedDatabase } from './shared.ts';

export interface PlannedPost {
  id: string;
  workspace: Workspace;
  mediaType: MediaType;
  caption: string;
  /** A unique part of its caption; undefined if the caption identifies nothing. */
  marker: string | undefined;
  files: number;
  createdAt: number;
  dueAt: number;
  video?: PlannedVideo;
}

/** A video that must be converted, and the result of its conversion. */
export interface PlannedVideo {
  id: string;
  outcome: 'fit' | 'unfit' | 'broken';
}

export interface Workspace {
  id: string;
  userId: string;
  username: string;
  otherUsername: string;
  imageId: string;
  videoId: string;
}

const MINUTE = 60_000;
const types = ['IMAGE', 'VIDEO', 'REELS', 'STORIES', 'CAROUSEL'] as const;

export function createWorkspaces(
  shared: SharedDatabase,
  random: SeededRandom,
  count: number,
): Workspace[] {
  const workspaces: Workspace[] = [];
  for (let index = 0; index < count; index += 1) {
    const [id, userId, imageId, videoId] = [newId(), newId(), newId(), newId()];
    const sharesAccount = index > 0 && random.happens(0.1);
    const username = `conta.${sharesAccount ? index - 1 : index}`;
    shared.query('insert into users (id, email) values ($1, $2)', [userId, `${index}@exemplo.br`]);
    shared.query(`insert into workspaces (id, plan) values ($1, 'premium')`, [id]);
    shared.query('insert into workspace_members values ($1, $2)', [id, userId]);
    for (const [fileId, kind, type] of [
      [imageId, 'image', 'image/jpeg'],
      [videoId, 'video', 'video/mp4'],
    ] as const) {
      shared.query(
        `insert into media_files (id, workspace_id, kind, sha256, thumbnail_sha256, cover_sha256,
           bytes, width, height, content_type)
         values ($1, $2, $3, $4, $4, case $3 when 'video' then $4 end, 1000, 1080, 1080, $5)`,
        [fileId, id, kind, `${kind}-${index}`, type],
      );
    }
    workspaces.push({ id, userId, username, otherUsername: `outra.${index}`, imageId, videoId });
  }
  return workspaces;
}

/** Plans all types, many due at once, some indistinguishable, created long or just before the due time. */
export function planPosts(
  random: SeededRandom,
  workspaces: readonly Workspace[],
  posts: number,
  begin: number,
): PlannedPost[] {
  const windowMs = Math.max(12, posts / 2) * MINUTE;
  const bursts = Array.from({ length: Math.ceil(posts / 15) }, () => random.int(0, windowMs));
  const planned: PlannedPost[] = [];
  for (let index = 0; index < posts; index += 1) {
    const workspace = random.pickOrUndefined(workspaces);
    if (workspace === undefined) break;
    const mediaType = random.pick(types);
    const marker = random.happens(0.8) && mediaType !== 'STORIES' ? `p${index}.` : undefined;
    const burstOffsetMs = random.happens(0.5) ? random.pickOrUndefined(bursts) : undefined;
    const dueAt = begin + 4 * MINUTE + (burstOffsetMs ?? random.int(0, windowMs));
    const leadMs = random.happens(0.2)
      ? random.int(1000, 2 * MINUTE)
      : random.int(2 * MINUTE, 60 * MINUTE);
    planned.push({
      id: newId(),
      workspace,
      mediaType,
      marker,
      caption: pickCaption(random, marker),
      files: mediaType === 'CAROUSEL' ? random.int(2, 3) : 1,
      createdAt: Math.max(begin, dueAt - leadMs),
      dueAt,
    });
  }
  return planned;
}

function pickCaption(random: SeededRandom, marker: string | undefined): string {
  if (marker !== undefined) return `Legenda ${marker}\r\ncom duas linhas `;
  return random.happens(0.5) ? '' : 'Promoção de hoje';
}
