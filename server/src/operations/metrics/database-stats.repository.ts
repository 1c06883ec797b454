import { sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import { isAppThrottled } from '../../instagram/graph/app-throttle.repository.ts';
import { isWaitingForOwnAccount } from '../../publishing/store/claim-and-record.ts';
import { queueNames } from '../../platform/jobs/queues.ts';
import { channelNames } from '../../platform/outbox/channel-names.ts';
import { readCallsByCount, readConnections } from '../status/status.repository.ts';
import { hidesPublications, refusesAccounts } from '../status/status.rules.ts';

export interface DatabaseStats {
  overdue: { waits_for: WaitReason; oldest_s: number; overdue: number; accounts: number }[];
  queues: { queue: string; depth: number; oldest_s: number; dead: number }[];
  due_soon: number;
  heartbeat_age_s: number | null;
  workers: number;
  tokens: number;
  data_access: number;
  media_backlog: number;
  media_oldest_s: number;
  instagram_refuses: boolean;
  publications_absent: boolean;
  connected_accounts: number;
  lost_connections: number;
  refused_accounts: number;
  new_error_codes: number;
  backup_age_s: number | null;
  app_throttle_s: number;
}

const REFUSAL_WINDOW_MS = 10 * 60_000;
const REFUSED_ACCOUNTS_WINDOW_MS = 60 * 60_000;

const isDueMessage = sql`(state = 'waiting' and next_at <= app_now())`;

/** `nobody`: no known reason delays the post, so it should be published already. */
const waitReasons = ['nobody', 'conversion', 'quota', 'instagram', 'owner'] as const;
type WaitReason = (typeof waitReasons)[number];

export function createDatabaseStatsRepository(db: Db) {
  /** The index on `next_step_at` keeps the query small: a due post has its next step within a day. */
  async function overdue() {
    const found = await sql<{
      waits_for: WaitReason | 'soon';
      oldest_s: number;
      overdue: number;
      accounts: number;
    }>`
      select case when p.scheduled_time > app_now() then 'soon'
                  when p.error_action in ('reconnect', 'edit', 'change_media', 'confirm_account')
                    or p.error_code = 'paused' or p.missed_at is not null
                    or p.awaiting_since is not null then 'owner'
                  when p.error_code = 'converting' then 'conversion'
                  when p.error_code = '9' or starts_with(p.error_code, '9/') then 'quota'
                  when p.delayed_by_instagram or p.error_action = 'wait' or a.throttled_until > app_now()
                    or exists (
                      select from instagram_connections k
                      where k.workspace_id = p.workspace_id and k.ig_user_id = a.ig_user_id
                        and k.ended_at is null and ${isAppThrottled(sql`k.ig_user_id`, sql`k.login`)})
                    or (p.state = 'publishing' and p.delayed_by_others)
                    or ${isWaitingForOwnAccount(sql`p`)} then 'instagram'
                  else 'nobody' end as waits_for,
             extract(epoch from app_now() - min(p.scheduled_time))::float8 as oldest_s,
             count(*)::int as overdue,
             count(distinct coalesce(p.ig_user_id, p.target_ig_user_id))::int as accounts
      from posts_with_publication p
      left join instagram_accounts a on a.ig_user_id = coalesce(p.ig_user_id, p.target_ig_user_id)
      where p.next_step_at is not null and p.next_step_at < app_now() + interval '25 hours'
        and p.status in ('scheduled', 'pending')
        and p.scheduled_time < app_now() + interval '1 hour'
      group by 1`.execute(db);
    const { rows } = found;
    return {
      overdue: waitReasons.map(
        (who) =>
          rows.find(({ waits_for }) => waits_for === who) ?? {
            waits_for: who,
            oldest_s: 0,
            overdue: 0,
            accounts: 0,
          },
      ) as DatabaseStats['overdue'],
      due_soon: rows.find(({ waits_for }) => waits_for === 'soon')?.overdue ?? 0,
    };
  }

  async function queues(): Promise<DatabaseStats['queues']> {
    const found = await sql<DatabaseStats['queues'][number]>`
      select name as queue, depth::int, dead::int,
             coalesce(extract(epoch from app_now() - oldest), 0)::float8 as oldest_s
      from (
        select name, count(*) filter (where state < 'active' and start_after <= app_now()) as depth,
               min(start_after) filter (where state < 'active' and start_after <= app_now()) as oldest,
               count(*) filter (where state = 'failed') as dead
        from pgboss.job
        where state = 'failed' or (state < 'active' and start_after <= app_now())
        group by name
        union all
        select channel, count(*) filter (where ${isDueMessage}),
               min(next_at) filter (where ${isDueMessage}), count(*) filter (where state = 'failed')
        from outbox
        where state = 'failed' and ended_at > app_now() - interval '1 hour' or ${isDueMessage}
        group by channel) queues`.execute(db);
    const known = new Map(found.rows.map((row) => [row.queue, row]));
    return [...queueNames, ...channelNames].map(
      (queue) => known.get(queue) ?? { queue, depth: 0, oldest_s: 0, dead: 0 },
    );
  }

  async function otherStats() {
    const found = await sql<
      Pick<
        DatabaseStats,
        | 'heartbeat_age_s'
        | 'workers'
        | 'backup_age_s'
        | 'new_error_codes'
        | 'app_throttle_s'
        | 'tokens'
        | 'data_access'
        | 'media_backlog'
        | 'media_oldest_s'
      >
    >`
      select (select extract(epoch from app_now() - max(seen_at))::float8
              from worker_heartbeats) as heartbeat_age_s,
             (select count(*)::int from worker_heartbeats
              where seen_at > app_now() - interval '1 minute') as workers,
             (select extract(epoch from app_now() - max(finished_at))::float8
              from backups) as backup_age_s,
             coalesce((select max(greatest(0, extract(epoch from throttled_until - app_now())))::float8
              from instagram_apps), 0) as app_throttle_s,
             (select count(*)::int from instagram_error_codes
              where first_seen_at > app_now() - interval '1 day') as new_error_codes,
             tokens, data_access, media_backlog, media_oldest_s
      from (
        select (count(*) filter (
                 where user_token_expires_at < app_now() + interval '7 days'))::int as tokens,
               (count(*) filter (
                 where data_access_expires_at < app_now() + interval '7 days'))::int as data_access
        from instagram_connections where ended_at is null and not needs_reconnect) connections,
        (select count(*)::int as media_backlog,
                coalesce(extract(epoch from app_now() - min(created_at)), 0)::float8 as media_oldest_s
         from media_files where state = 'converting') media`.execute(db);
    const [row] = found.rows;
    if (row === undefined) throw new Error('a query without a table answers one row');
    return row;
  }

  async function refusals() {
    const connections = await readConnections(db);
    const { write } = await readCallsByCount(db, REFUSED_ACCOUNTS_WINDOW_MS);
    const counts = await readCallsByCount(db, REFUSAL_WINDOW_MS);
    return {
      connected_accounts: connections.connected,
      lost_connections: connections.lost,
      refused_accounts: write.failing,
      instagram_refuses: refusesAccounts(counts, connections),
      publications_absent: hidesPublications(counts, connections),
    };
  }

  return {
    async read(): Promise<DatabaseStats> {
      return {
        ...(await overdue()),
        ...(await otherStats()),
        ...(await refusals()),
        queues: await queues(),
      };
    },
  };
}
