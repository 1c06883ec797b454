import { ISSUE_POSTS_MAX } from '@pontual/contract/posts/issues.ts';
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/database.ts';
import { connectionOrder } from '../../platform/database/fragments/connection-order.ts';
import { displayedAccountId } from '../../platform/database/fragments/post-account.ts';
import type { StoppedAccount, PostWithIssue } from './issues.rules.ts';

/** Older posts appear once newer ones are dismissed. */
const POSTS_MAX = 1000;

const isFailed = sql`p.status in ('failed', 'error', 'expired')`;

export function createIssuesRepository(db: Db | Tx) {
  return {
    async now(): Promise<Date> {
      const read = await sql<{ now: Date }>`select app_now() as now`.execute(db);
      const [row] = read.rows;
      if (row === undefined) throw new Error('the database returned no time');
      return row.now;
    },

    async findStoppedAccounts(workspaceId: string): Promise<StoppedAccount[]> {
      const found = await sql<StoppedAccount>`
        select k.ig_user_id, a.username, k.login, k.needs_reconnect, k.reconnect_code, k.reconnect_since,
          a.throttle_code, coalesce(w.post_ids, '{}') as post_ids, coalesce(w.total, 0) as total,
          w.first_due
        from instagram_connections k join instagram_accounts a on a.ig_user_id = k.ig_user_id
        left join lateral (
          select (array_agg(p.id order by p.scheduled_time, p.id))[1:${sql.lit(ISSUE_POSTS_MAX)}] as post_ids,
            count(*)::int as total, min(p.scheduled_time) as first_due
          from posts_with_publication p
          where p.workspace_id = k.workspace_id and p.status in ('scheduled', 'pending')
            and not p.demo and p.manual_since is null and ${displayedAccountId} = k.ig_user_id
        ) w on true
        where k.workspace_id = ${workspaceId} and k.ended_at is null
          and (k.needs_reconnect
            or a.throttle_reason = 'blocked' and a.throttled_until > app_now())
        order by ${connectionOrder}`.execute(db);
      return found.rows;
    },

    /** Preparation finds issues at most an hour ahead. Excludes manual publishing and demonstrations. */
    async findPostsWithIssues(workspaceId: string): Promise<PostWithIssue[]> {
      const found = await sql<PostWithIssue>`
        select p.*, u.username
        from (
          (select p.id, p.media_type, p.status, p.scheduled_time, p.error_code, p.error_message,
             p.error_action, ${displayedAccountId} as account
           from posts_with_publication p
           where p.workspace_id = ${workspaceId} and ${isFailed}
             and p.dismissed_fence is distinct from p.fence
             and not p.demo and p.manual_since is null
           order by p.scheduled_time desc limit ${POSTS_MAX})
          union all
          (select p.id, p.media_type, p.status, p.scheduled_time, p.error_code, p.error_message,
             p.error_action, ${displayedAccountId} as account
           from posts_with_publication p
           where p.workspace_id = ${workspaceId} and p.status in ('scheduled', 'pending')
             and p.scheduled_time < app_now() + interval '1 hour'
             and p.error_action is not null and p.error_action <> 'wait'
             and not p.demo and p.manual_since is null
           order by p.scheduled_time limit ${POSTS_MAX})
        ) p left join instagram_accounts u on u.ig_user_id = p.account
        order by p.scheduled_time, p.id`.execute(db);
      return found.rows;
    },

    async count(workspaceId: string, postIds: readonly string[]): Promise<number> {
      const found = await sql<{ count: number }>`
        select count(*)::int as count from posts_with_publication
        where workspace_id = ${workspaceId} and id = any(${[...postIds]}::uuid[])`.execute(db);
      return found.rows[0]?.count ?? 0;
    },

    /** Ignores posts that have not failed or that are being tried again. */
    async dismiss(workspaceId: string, postIds: readonly string[]): Promise<void> {
      await sql`
        update publications p set dismissed_fence = p.fence
        where p.workspace_id = ${workspaceId} and p.post_id = any(${[...postIds]}::uuid[])
          and ${isFailed} and p.dismissed_fence is distinct from p.fence`.execute(db);
    },

    async liftBlock(igUserId: string): Promise<void> {
      await sql`
        update instagram_accounts set throttle_reason = null, throttle_code = null, throttled_until = null
        where ig_user_id = ${igUserId} and throttle_reason = 'blocked'`.execute(db);
    },
  };
}
