import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/database.ts';
import { interval } from '../../platform/database/interval.ts';
import type { ContainerRow, PostRow } from '../../platform/database/rows.ts';
import type { FencedPost } from '../store/fenced-post.ts';
import type { ContainerSpec, ContainerFile } from './container-plan.ts';
import { CONTAINER_LIFE_MS } from '../publishing.rules.ts';
import { uploadRefused } from '../../instagram/graph/errors.ts';
import type { PublishingAccount } from '../../instagram/graph/publishing-account.ts';
import { isRuleActive } from '../removable-rules.ts';

export type CreatedContainer = ContainerRow & { graph_id: string; age_ms: number };

/** Of one login, because the host of another cannot publish them. */
type AccountOfContainers = Pick<PublishingAccount, 'igUserId' | 'login'>;

export interface ContainerFailures {
  count: number;
  sinceMs: number;
  /** Oldest first. */
  codes: string[];
}

/** A wait for a slot, and the sending of bytes, are not Instagram's time. */
const ageMs = sql`
  (extract(epoch from app_now() - coalesce(uploaded_at, upload_begun_at, born_at)) * 1000)::float8`;
const lifetime = interval(CONTAINER_LIFE_MS);

const MAX_UNANSWERED_COUNTED = 100;

export type ContainersRepository = ReturnType<typeof createContainersRepository>;

/** Without the rule `one-container` only containers that are newer than the last attempt count. */
const isCreatedSinceAttempt = sql`and born_at > coalesce(
  (select intent_at from publications p where p.post_id = containers.post_id), '-infinity')`;

export function createContainersRepository(db: Db | Tx) {
  return {
    async filesOf(postId: string): Promise<ContainerFile[]> {
      const found = await sql<ContainerFile>`
        select f.id as "fileId", m.position, f.kind, f.sha256, f.content_type as "contentType",
               f.duration_ms as "durationMs", m.alt_text as "altText", f.state = 'converting' as "isConverting", f.refusal
        from post_media m join media_files f on f.id = m.file_id
        where m.post_id = ${postId} order by m.position`.execute(db);
      return found.rows;
    },

    /** Valid on this account at the due time, newest first. */
    async findLive(
      post: PostRow,
      { igUserId, login }: AccountOfContainers,
    ): Promise<CreatedContainer[]> {
      const found = await sql<CreatedContainer>`
        select *, ${ageMs} as age_ms from containers
        where post_id = ${post.id} and ig_user_id = ${igUserId} and login = ${login}
          and graph_id is not null
          and state in ('uploading', 'processing', 'finished', 'published')
          and born_at + ${lifetime} > greatest(app_now(), ${post.scheduled_time}::timestamptz)
          ${isRuleActive('one-container') ? sql`` : isCreatedSinceAttempt}
        order by born_at desc, id desc`.execute(db);
      return found.rows;
    },

    async find(id: string): Promise<(ContainerRow & { age_ms: number }) | undefined> {
      const found = await sql<ContainerRow & { age_ms: number }>`
        select *, ${ageMs} as age_ms from containers where id = ${id}`.execute(db);
      return found.rows[0];
    },

    async failuresOf(post: PostRow): Promise<Map<string, ContainerFailures>> {
      const found = await sql<ContainerFailures & { fingerprint: string }>`
        select fingerprint, count(*)::int as count,
               (extract(epoch from app_now() - min(born_at)) * 1000)::float8 as "sinceMs",
               array_agg(failure order by born_at, id) as codes
        from containers
        where post_id = ${post.id} and revision = ${post.revision} and failure is not null
        group by fingerprint`.execute(db);
      return new Map(found.rows.map((row) => [row.fingerprint, row]));
    },

    /**
     * Includes containers without a response (those of an upload have a failure), but not those that Instagram refused.
     * Few of the former: an outage leaves hundreds that Instagram never got, and they must not outlast it by a day.
     */
    async countCreatedInDay(igUserId: string): Promise<number> {
      const found = await sql<{ n: number }>`
        select (count(*) filter (where graph_id is not null or failure = ${uploadRefused.code})
                + least(count(*) filter (where graph_id is null and failure is null),
                        ${MAX_UNANSWERED_COUNTED}::int))::int as n
        from containers
        where ig_user_id = ${igUserId} and born_at > app_now() - interval '24 hours'`.execute(db);
      return found.rows[0]?.n ?? 0;
    },

    /** Inserts a container before the request to Instagram. Returns false when the fence has moved on. */
    async insert(
      id: string,
      post: PostRow,
      { igUserId, login }: AccountOfContainers,
      spec: ContainerSpec,
    ): Promise<boolean> {
      const inserted = await sql`
        insert into containers
          (id, post_id, revision, kind, position, ig_user_id, login, file_id, fingerprint, state)
        select ${id}::uuid, post_id, ${post.revision}::integer, ${spec.kind},
               ${spec.position}::integer, ${igUserId}, ${login}, ${spec.file?.fileId ?? null}::uuid,
               ${spec.fingerprint}, 'creating'
        from publications where post_id = ${post.id} and fence = ${post.fence}
        returning id`.execute(db);
      return inserted.rows.length > 0;
    },

    async markCreated(id: string, graphId: string): Promise<void> {
      await db
        .updateTable('containers')
        .set({ graph_id: graphId, state: 'processing' })
        .where('id', '=', id)
        .where('state', '=', 'creating')
        .execute();
    },

    /** The bytes follow. */
    async markUploading(id: string, upload: { graphId: string; uri: string }): Promise<void> {
      await db
        .updateTable('containers')
        .set({ graph_id: upload.graphId, upload_uri: upload.uri, state: 'uploading' })
        .where('id', '=', id)
        .where('state', '=', 'creating')
        .execute();
    },

    /** Has no effect on one that is continued. */
    async markUploadBegun(id: string): Promise<void> {
      await sql`update containers set upload_begun_at = app_now()
        where id = ${id} and upload_begun_at is null`.execute(db);
    },

    async markUploaded(id: string): Promise<void> {
      await sql`update containers set state = 'processing', uploaded_at = app_now()
        where id = ${id} and state = 'uploading'`.execute(db);
    },

    async markFinished(id: string): Promise<void> {
      await db
        .updateTable('containers')
        .set({ state: 'finished' })
        .where('id', '=', id)
        .where('state', '=', 'processing')
        .execute();
    },

    /** Of a creation that Instagram refused. */
    async discard(id: string): Promise<void> {
      await sql`delete from containers where id = ${id} and state = 'creating'`.execute(db);
    },

    /** Of a creation without a usable answer. A `failure` counts against the fingerprint of the container. */
    async endCreation(id: string, failure: string | null): Promise<void> {
      await sql`update containers set state = 'dead', failure = ${failure}
        where id = ${id} and state = 'creating'`.execute(db);
    },

    /** Has no effect when the fence has moved on: another worker may be publishing the container. */
    async markDead(
      { id: postId, fence }: FencedPost,
      id: string,
      failure: string | null,
    ): Promise<void> {
      await sql`update containers set state = 'dead', failure = ${failure}
        where id = ${id} and state in ('uploading', 'processing', 'finished') and exists (
          select from publications where post_id = ${postId} and fence = ${fence})`.execute(db);
    },

    async findBoundMedia(mediaIds: readonly string[]): Promise<Set<string>> {
      if (mediaIds.length === 0) return new Set();
      const rows = await db
        .selectFrom('publications')
        .select('media_id')
        .where('media_id', 'in', mediaIds)
        .execute();
      return new Set(rows.flatMap((row) => (row.media_id === null ? [] : [row.media_id])));
    },

    async forgetOld(): Promise<void> {
      await sql`delete from containers
        where post_id is null and born_at < app_now() - interval '25 hours'`.execute(db);
    },
  };
}
