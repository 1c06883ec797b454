import { sql } from 'kysely';
import type { Db } from '../platform/database/database.ts';
import { interval } from '../platform/database/interval.ts';
import type { PostRow } from '../platform/database/tables.ts';
import type { ClaimedPost } from './claimed-post.ts';
import { CLOCK_SKEW_MS } from './publishing.rules.ts';

export type ConflictingPostsRepository = ReturnType<typeof createConflictingPostsRepository>;

/** SQL of what the other posts of an account mean for one. */
export function createConflictingPostsRepository(db: Db) {
  return {
    /** Whether a post that cannot be told apart from this one is on its way on the same account. */
    async hasIdenticalInFlight(post: PostRow): Promise<boolean> {
      const found = await sql<{ found: boolean }>`
        select exists (
          select from posts
          where ig_user_id = ${post.ig_user_id} and flight_key = ${post.flight_key}
            and id <> ${post.id} and stage in ('publishing', 'doubt')) as found`.execute(db);
      return found.rows[0]?.found ?? false;
    },

    /**
     * Whether another waiting post reads the same; of one whose hour has come, only others that are as
     * late. Where we watched all the while, none has gone out whose hour has not come and that was not tried.
     */
    async hasDuplicateCandidate(post: ClaimedPost): Promise<boolean> {
      const canBeAhead = post.due_in_ms > 0 && !post.unseen_by_hand;
      const found = await sql<{ found: boolean }>`
        select exists (
          select from posts
          where coalesce(ig_user_id, target_ig_user_id) = ${post.ig_user_id ?? post.target_ig_user_id}
            and flight_key = ${post.flight_key}
            and id <> ${post.id}
            and (status in ('scheduled', 'pending')
                and (${canBeAhead}
                  or scheduled_time <= app_now() + ${interval(CLOCK_SKEW_MS)}
                  or ${post.unseen_by_hand} and intent_at >= ${post.unseen_since}::timestamptz)
              -- What was found may be that one: nobody could tell, or which medium it became.
              or status = 'error' and media_id is null
              or status = 'published' and media_id is null
                and published_at > ${post.unseen_since}::timestamptz - interval '10 minutes'
            )) as found`.execute(db);
      return found.rows[0]?.found ?? false;
    },

    hasIdenticalManualPost: (post: PostRow): Promise<boolean> => hasIdenticalManualPost(db, post),

    /** How long until the account's oldest post of the last 24 hours no longer counts; 0 unless they fill its quota. */
    async quotaFreeInMs(igUserId: string): Promise<number> {
      const found = await sql<{ ms: number | null }>`
        select (extract(epoch from min(p.published_at) + interval '24 hours' - app_now()) * 1000)::float8
          as ms
        from posts p join instagram_accounts a on a.ig_user_id = p.ig_user_id
        where p.ig_user_id = ${igUserId} and p.status = 'published'
          and p.published_at > app_now() - interval '24 hours'
        group by a.quota_total having count(*) >= a.quota_total`.execute(db);
      return found.rows[0]?.ms ?? 0;
    },

    /**
     * How many posts the account will have published in 24 hours when this one's turn comes, as far
     * as is known; undefined while its quota is not.
     */
    async forecastQuota(
      post: PostRow,
      igUserId: string,
    ): Promise<{ before: number; total: number } | undefined> {
      const found = await sql<{ before: number; total: number | null }>`
        select a.quota_total as total, coalesce(a.quota_used, 0) + (
          select count(*)::int from posts p
          where coalesce(p.ig_user_id, p.target_ig_user_id) = a.ig_user_id and p.id <> ${post.id}
            and p.status in ('scheduled', 'pending') and p.scheduled_time <= ${post.scheduled_time}
            and p.scheduled_time > app_now() - interval '24 hours') as before
        from instagram_accounts a
        where a.ig_user_id = ${igUserId} and a.quota_read_at > app_now() - interval '1 hour'
          and ${post.scheduled_time}::timestamptz < app_now() + interval '24 hours'`.execute(db);
      const [row] = found.rows;
      return row?.total == null ? undefined : { before: row.before, total: row.total };
    },

    /** Whether another post on its way on this account reads the same: then a caption names neither. */
    async hasIdenticalPost(post: PostRow): Promise<boolean> {
      const found = await sql<{ found: boolean }>`
        select exists (
          select from posts
          where ig_user_id = ${post.ig_user_id} and flight_key = ${post.flight_key}
            and id <> ${post.id}
            and intent_at > ${post.intent_at}::timestamptz - interval '10 minutes'
            and (stage in ('publishing', 'doubt')
              or (status in ('published', 'error') and media_id is null))
          union all
          -- One that may have gone out while nobody watched.
          select from posts
          where coalesce(ig_user_id, target_ig_user_id) = ${post.ig_user_id}
            and flight_key = ${post.flight_key} and id <> ${post.id} and unseen_since is not null
        ) as found`.execute(db);
      return found.rows[0]?.found ?? false;
    },
  };
}

/** Whether another post reads the same that its owner may have published by hand as well. */
async function hasIdenticalManualPost(db: Db, post: PostRow): Promise<boolean> {
  const account = post.target_ig_user_id ?? post.ig_user_id;
  const isIdentical = sql`
    flight_key = ${post.flight_key} and id <> ${post.id}
    and (status in ('scheduled', 'pending')
        and scheduled_time <= app_now() + ${interval(CLOCK_SKEW_MS)}
      or status in ('failed', 'error', 'expired')
        and plan_b_at > app_now() - interval '7 days'
      or status = 'published' and media_id is null
        and published_at > ${post.plan_b_at}::timestamptz - interval '10 minutes')`;
  // Of another that was moved from one account to the next, its owner may have seen to either. Each
  // way to an account has an index of its own.
  const found = await sql<{ found: boolean }>`
    select exists (
      select from posts where target_ig_user_id = ${account} and ${isIdentical}
      union all
      select from posts where ig_user_id = ${account}
        and ig_user_id is distinct from target_ig_user_id and ${isIdentical}) as found`.execute(db);
  return found.rows[0]?.found ?? false;
}
