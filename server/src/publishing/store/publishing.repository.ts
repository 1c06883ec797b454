import type { MediaType } from '@pontual/contract/posts/posts.ts';
import type { ClaimedPost } from './claimed-post.ts';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { interval } from '../../platform/database/interval.ts';
import { claimDue, ruleSql, type ClaimOptions, type Intent } from './claim-and-record.ts';
import {
  endHeartbeats,
  recordHeartbeat,
  wasRestored,
  type WorkerShare,
} from './heartbeat.repository.ts';
import { pauseId } from './pause-hold.repository.ts';
import { LEASE_MS, PERMALINK_AFTER_MS } from '../publishing.rules.ts';
import type { PublicationWriter } from './publication-writer.ts';

export interface PostWithoutPermalink {
  id: string;
  workspace_id: string;
  ig_user_id: string;
  media_id: string;
  media_type: MediaType;
  published_at: Date;
  /** Since its publication. */
  age_ms: number;
}

const toMilliseconds = (span: ReturnType<typeof sql>) =>
  sql<number>`(extract(epoch from ${span}) * 1000)::float8`;

export type PublishingRepository = ReturnType<typeof createPublishingRepository>;

export function createPublishingRepository(database: Database, writer: PublicationWriter) {
  const { db } = database;
  return {
    /** Takes the lease of a post whose next step is due; undefined when another worker holds it, or the author overtook. */
    claim: (postId: string): Promise<ClaimedPost | undefined> =>
      // One connection: a busy pool must not come between the lease and its post.
      db.connection().execute(async (connection) => {
        const leased = await sql<{ fence: number }>`
          update publications
          set lease_until = app_now() + ${interval(LEASE_MS)}, fence = fence + 1, claimed_by = null
          where post_id = ${postId} and next_step_at <= app_now()
            ${ruleSql('one-worker', sql`and (lease_until is null or lease_until < app_now())`)}
          returning fence`.execute(connection);
        const fence = leased.rows[0]?.fence;
        if (fence === undefined) return undefined;
        // A statement of its own: it sees what the author wrote while the first one waited for the row.
        const claimed = await sql<ClaimedPost>`
          select p.*, app_now() as now, ${pauseId} as pause_id
          from posts_with_publication p
          where p.id = ${postId} and p.fence = ${fence}`.execute(connection);
        return claimed.rows[0];
      }),

    /** Returns false when the author or another worker has taken the post. */
    async renew(postId: string, fence: number): Promise<boolean> {
      const renewed = await sql`
        update publications set lease_until = app_now() + ${interval(LEASE_MS)}
        where post_id = ${postId} and fence = ${fence} and lease_until is not null
        returning post_id`.execute(db);
      return renewed.rows.length > 0;
    },

    async release(postId: string, fence: number): Promise<void> {
      await sql`update publications set lease_until = null
        where post_id = ${postId} and fence = ${fence}`.execute(db);
    },

    claimDue: (options: ClaimOptions): Promise<Intent[]> => claimDue(db, options),

    /** In ms, until a post can be claimed and until the next step of a post; null when there is none. */
    async nextDue(): Promise<{ publishInMs: number | null; stepInMs: number | null }> {
      const found = await sql<{ publishInMs: number | null; stepInMs: number | null }>`
        select ${toMilliseconds(sql`(select min(claimable_at) from publications) - app_now()`)} as "publishInMs",
               ${toMilliseconds(sql`(select min(next_step_at) from publications where next_step_at is not null and next_step_at > app_now() - interval '2 seconds') - app_now()`)} as "stepInMs"`.execute(
        db,
      );
      return found.rows[0] ?? { publishInMs: null, stepInMs: null };
    },

    /** Only for the single process of an installation at its start: no other process can hold a lease. */
    async reclaimLeases(): Promise<void> {
      await database.inTransaction((tx) =>
        writer.applyToAll(tx, sql`p.lease_until > app_now()`, { kind: 'worker_lost' }),
      );
    },

    /**
     * Posts whose job was lost or is late, and those whose worker died during the call: they have no job.
     * Each is returned to one caller, and not again for a minute.
     */
    async overdue(limit: number): Promise<{ id: string; workspace_id: string }[]> {
      const found = await sql<{ id: string; workspace_id: string }>`
        update publications set woken_at = app_now()
        where post_id in (
          select post_id from publications
          where next_step_at < app_now()
            and (claimed_by is not null or next_step_at < app_now() - interval '20 seconds')
            and (lease_until is null or lease_until < app_now())
            and (woken_at is null or woken_at < app_now() - interval '60 seconds')
          order by next_step_at limit ${limit} for update skip locked)
        returning post_id as id, workspace_id`.execute(db);
      return found.rows;
    },

    /** In ms, until the next step of a post whose worker has died by then; null when no call is running. */
    async nextWorkerDeath(): Promise<number | null> {
      const found = await sql<{ in_ms: number | null }>`
        select ${toMilliseconds(sql`min(next_step_at) - app_now()`)} as in_ms
        from publications
        where state = 'publishing' and claimed_by is not null
          and (woken_at is null or woken_at < next_step_at)`.execute(db);
      return found.rows[0]?.in_ms ?? null;
    },

    wasRestored: (postId: string): Promise<boolean> => wasRestored(db, postId),

    /**
     * At random, so that none blocks the others permanently. A failed post is returned again when its age has
     * grown by half, but not within a minute.
     */
    async withoutPermalink(limits: {
      perAccount: number;
      all: number;
    }): Promise<PostWithoutPermalink[]> {
      const found = await sql<PostWithoutPermalink>`
        with due as (
          select post_id, published_at,
            row_number() over (partition by ig_user_id order by random()) as turn
          from publications
          where status = 'published' and media_id is not null and permalink is null
            and published_at between app_now() - interval '24 hours'
                                 and app_now() - ${interval(PERMALINK_AFTER_MS)}
            and (permalink_requested_at is null or permalink_requested_at < app_now() - greatest(
              (app_now() - published_at) / 3, interval '1 minute')))
        update publications set permalink_requested_at = app_now()
        where post_id in (
          select p.post_id from due join publications p on p.post_id = due.post_id
          where due.turn <= ${limits.perAccount}
          order by due.published_at desc limit ${limits.all} for update of p skip locked)
        returning post_id as id, workspace_id, ig_user_id, media_id, media_type, published_at,
                  ${toMilliseconds(sql`app_now() - published_at`)} as age_ms`.execute(db);
      return found.rows;
    },

    /** Has no effect when the data that Instagram returned for the post has been deleted meanwhile. */
    async setPermalink(postId: string, permalink: string): Promise<void> {
      await db
        .updateTable('publications')
        .set({ permalink })
        .where('post_id', '=', postId)
        .where('media_id', 'is not', null)
        .execute();
    },

    endHeartbeats: (workerId: string): Promise<void> => endHeartbeats(db, workerId),

    recordHeartbeat: (workerId: string): Promise<WorkerShare> =>
      recordHeartbeat(database, writer, workerId),
  };
}
