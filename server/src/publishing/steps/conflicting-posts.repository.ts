import { sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import { interval } from '../../platform/database/interval.ts';
import type { PostRow } from '../../platform/database/rows.ts';
import type { ClaimedPost } from '../store/claimed-post.ts';
import { CLOCK_SKEW_MS } from '../publishing.rules.ts';

export type ConflictingPostsRepository = ReturnType<typeof createConflictingPostsRepository>;

export function createConflictingPostsRepository(db: Db) {
  return {
    async hasIdenticalInFlight(post: PostRow): Promise<boolean> {
      const found = await sql<{ found: boolean }>`
        select exists (
          select from publications
          where ig_user_id = ${post.ig_user_id} and in_flight_key = ${post.in_flight_key}
            and post_id <> ${post.id} and state in ('publishing', 'reconciling')) as found`.execute(
        db,
      );
      return found.rows[0]?.found ?? false;
    },
    /**
     * Whether a medium that was listed just now and is bound to no post may be another post of ours: its
     * call is open, or was recorded since the list was read.
     */
    async hasUnrecordedCall({ id }: { id: string }, igUserId: string): Promise<boolean> {
      const found = await sql<{ found: boolean }>`
        select exists (
          select from publications
          where ig_user_id = ${igUserId} and post_id <> ${id}
            and (state in ('publishing', 'reconciling')
              or published_at > app_now() - interval '1 minute')) as found`.execute(db);
      return found.rows[0]?.found ?? false;
    },

    /**
     * For a post whose due time has passed only other due posts count: while workers run, a post that is
     * neither due nor attempted is not published.
     */
    async hasDuplicateCandidate(post: ClaimedPost): Promise<boolean> {
      const canBeAhead = post.scheduled_time > post.now && !post.outage_manual;
      const found = await sql<{ found: boolean }>`
        select exists (
          select from publications
          where coalesce(ig_user_id, target_ig_user_id) = ${post.ig_user_id ?? post.target_ig_user_id}
            and in_flight_key = ${post.in_flight_key}
            and post_id <> ${post.id}
            and (status in ('scheduled', 'pending')
                and (${canBeAhead}
                  or scheduled_time <= app_now() + ${interval(CLOCK_SKEW_MS)}
                  or ${post.outage_manual} and intent_at >= ${post.outage_since}::timestamptz)
              -- The medium that was found may be this post.
              or status = 'error' and media_id is null
              or status = 'published' and media_id is null
                and published_at > ${post.outage_since}::timestamptz - interval '10 minutes'
            )) as found`.execute(db);
      return found.rows[0]?.found ?? false;
    },

    hasIdenticalManualPost: (post: PostRow): Promise<boolean> => hasIdenticalManualPost(db, post),

    /** Until the oldest post of the last 24 hours no longer counts; 0 while the quota is not used up. */
    async quotaFreeInMs(igUserId: string): Promise<number> {
      const found = await sql<{ ms: number | null }>`
        select (extract(epoch from min(p.published_at) + interval '24 hours' - app_now()) * 1000)::float8
          as ms
        from publications p join instagram_accounts a on a.ig_user_id = p.ig_user_id
        where p.ig_user_id = ${igUserId} and p.status = 'published'
          and p.published_at > app_now() - interval '24 hours'
        group by a.quota_total having count(*) >= a.quota_total`.execute(db);
      return found.rows[0]?.ms ?? 0;
    },

    /** For the due time of the post; undefined without a known quota. */
    async forecastQuota(
      post: PostRow,
      igUserId: string,
    ): Promise<{ before: number; total: number } | undefined> {
      const found = await sql<{ before: number; total: number | null }>`
        select a.quota_total as total, coalesce(a.quota_used, 0) + (
          select count(*)::int from publications p
          where coalesce(p.ig_user_id, p.target_ig_user_id) = a.ig_user_id and p.post_id <> ${post.id}
            and p.status in ('scheduled', 'pending') and p.scheduled_time <= ${post.scheduled_time}
            and p.scheduled_time > app_now() - interval '24 hours') as before
        from instagram_accounts a
        where a.ig_user_id = ${igUserId} and a.quota_read_at > app_now() - interval '1 hour'
          and ${post.scheduled_time}::timestamptz < app_now() + interval '24 hours'`.execute(db);
      const [row] = found.rows;
      return row?.total == null ? undefined : { before: row.before, total: row.total };
    },

    /** Another post may have become the medium, so that a caption identifies neither. */
    async hasIdenticalPost(post: PostRow): Promise<boolean> {
      const found = await sql<{ found: boolean }>`
        select exists (
          select from publications
          where ig_user_id = ${post.ig_user_id} and in_flight_key = ${post.in_flight_key}
            and post_id <> ${post.id}
            and intent_at > ${post.intent_at}::timestamptz - interval '10 minutes'
            and (state in ('publishing', 'reconciling')
              or (status in ('published', 'error') and media_id is null))
          union all
          -- A post that may have been published in an outage window.
          select from publications
          where coalesce(ig_user_id, target_ig_user_id) = ${post.ig_user_id}
            and in_flight_key = ${post.in_flight_key} and post_id <> ${post.id} and outage_since is not null
        ) as found`.execute(db);
      return found.rows[0]?.found ?? false;
    },
  };
}

async function hasIdenticalManualPost(db: Db, post: PostRow): Promise<boolean> {
  const account = post.target_ig_user_id ?? post.ig_user_id;
  const isIdentical = sql`
    in_flight_key = ${post.in_flight_key} and post_id <> ${post.id}
    and (status in ('scheduled', 'pending')
        and scheduled_time <= app_now() + ${interval(CLOCK_SKEW_MS)}
      or status in ('failed', 'error', 'expired')
        and manual_prompted_at > app_now() - interval '7 days'
      or status = 'published' and media_id is null
        and published_at > ${post.manual_prompted_at}::timestamptz - interval '10 minutes')`;
  // A post that was moved between accounts may have been published manually on either. Each column has its
  // own index.
  const found = await sql<{ found: boolean }>`
    select exists (
      select from publications where target_ig_user_id = ${account} and ${isIdentical}
      union all
      select from publications where ig_user_id = ${account}
        and ig_user_id is distinct from target_ig_user_id and ${isIdentical}) as found`.execute(db);
  return found.rows[0]?.found ?? false;
}
