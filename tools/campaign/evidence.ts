import { sql } from 'kysely';
import type { MediaType, PostStatus } from '@pontual/contract/posts/posts.ts';
import type { PublicationState } from '@pontual/server/platform/database/rows.ts';
import type { Db } from '@pontual/server/platform/database/database.ts';
import type { LedgerCall, LedgerContainer, LedgerMedium, Sandbox } from './sandbox.ts';
import type { TrackedPost } from './tracked-post.ts';

export interface FinalPost {
  id: string;
  media_type: MediaType;
  status: PostStatus;
  state: PublicationState;
  caption: string;
  scheduled_ms: number | null;
  media_id: string | null;
  error_code: string | null;
  error_message: string | null;
  /** Due in the outage window of a restored backup and not reconciled since. */
  is_in_outage: boolean;
}

export interface FinalEvent {
  post_id: string;
  at_ms: number;
  kind: string;
  detail: Record<string, unknown>;
}

export interface Evidence {
  media: LedgerMedium[];
  containers: LedgerContainer[];
  calls: LedgerCall[];
  rows: Map<string, FinalPost>;
  events: Map<string, FinalEvent[]>;
  endNotifications: Map<string, number>;
  /** The final media of each post by SHA-256; a conversion changes the hash of a video. */
  currentFiles: Map<string, string[]>;
  postOfContainer: Map<string, string>;
}

const groupBy = <T>(items: readonly T[], getKey: (item: T) => string): Map<string, T[]> => {
  const grouped = new Map<string, T[]>();
  for (const item of items) {
    const group = grouped.get(getKey(item));
    if (group === undefined) grouped.set(getKey(item), [item]);
    else group.push(item);
  }
  return grouped;
};

export async function gatherEvidence(db: Db, sandbox: Sandbox): Promise<Evidence> {
  const rows = await sql<FinalPost>`
    select id, media_type, status, state, caption, media_id, error_code, error_message,
           outage_since is not null as is_in_outage,
           (extract(epoch from scheduled_time) * 1000)::float8 as scheduled_ms
    from posts_with_publication`.execute(db);
  const events = await sql<FinalEvent>`
    select post_id, kind, detail, (extract(epoch from at) * 1000)::float8 as at_ms
    from post_events order by id`.execute(db);
  const notifications = await sql<{ post_id: string; n: number }>`
    select post_id, count(*)::int as n from notifications
    where dedupe_key like 'ended:%' and post_id is not null group by post_id`.execute(db);
  const containers = await sql<{ post_id: string; graph_id: string }>`
    select post_id, graph_id from containers
    where graph_id is not null and post_id is not null`.execute(db);
  const currentFiles = await sql<{ post_id: string; sha256: string }>`
    select m.post_id, f.sha256 from post_media m join media_files f on f.id = m.file_id`.execute(
    db,
  );
  return {
    media: await sandbox.media(),
    containers: await sandbox.containers(),
    calls: await sandbox.calls(),
    rows: new Map(rows.rows.map((row) => [row.id, row])),
    events: groupBy(events.rows, (event) => event.post_id),
    endNotifications: new Map(notifications.rows.map((row) => [row.post_id, row.n])),
    currentFiles: new Map(
      [...groupBy(currentFiles.rows, (row) => row.post_id)].map(([id, files]) => [
        id,
        files.map(({ sha256 }) => sha256),
      ]),
    ),
    postOfContainer: new Map(containers.rows.map((row) => [row.graph_id, row.post_id])),
  };
}

export function mediaByPost(
  tracked: readonly TrackedPost[],
  media: readonly LedgerMedium[],
): { byPost: Map<string, LedgerMedium[]>; unexplained: LedgerMedium[] } {
  const posts = new Map(
    tracked.flatMap(({ id, shas }) => [...shas].map((sha) => [sha, id] as const)),
  );
  const findPostId = (medium: LedgerMedium) => posts.get(medium.bytes_sha256 ?? '');
  return {
    byPost: groupBy(
      media.filter((medium) => findPostId(medium) !== undefined),
      (medium) => findPostId(medium) ?? '',
    ),
    unexplained: media.filter((medium) => findPostId(medium) === undefined),
  };
}

export function describePost(post: TrackedPost, evidence: Evidence): string {
  const { id, type, owner } = post;
  const containerIds = new Set(
    [...evidence.postOfContainer].filter(([, postId]) => postId === id).map(([graphId]) => graphId),
  );
  const media = evidence.media.filter((medium) => post.shas.has(medium.bytes_sha256 ?? ''));
  for (const medium of media) containerIds.add(medium.container_id);
  const calls = evidence.calls.filter(
    ({ path, params }) =>
      containerIds.has(params['creation_id'] ?? '') ||
      containerIds.has(path.split('/').at(-1) ?? ''),
  );
  const formatTime = (ms: number) => new Date(ms).toISOString().slice(11, 23);
  return [
    `post ${id} (${type}, @${owner.username}, captions ${JSON.stringify([...post.captions])})`,
    ...post.history.map((line) => `  campaign: ${line}`),
    `  row: ${JSON.stringify(evidence.rows.get(id) ?? 'is gone')}`,
    ...(evidence.events.get(id) ?? []).map(
      (event) => `  ${formatTime(event.at_ms)} ${event.kind} ${JSON.stringify(event.detail)}`,
    ),
    ...evidence.containers
      .filter((container) => containerIds.has(container.id))
      .map(
        (container) =>
          `  ${formatTime(container.created_at_ms)} container ${JSON.stringify(container)}`,
      ),
    ...media.map(
      (medium) =>
        `  ${formatTime(medium.published_at_ms)} MEDIUM ${medium.id} of container ${medium.container_id}`,
    ),
    ...calls.map(
      (call) => `  ${formatTime(call.time)} ${call.method} ${call.path} -> ${call.status}`,
    ),
  ].join('\n');
}
