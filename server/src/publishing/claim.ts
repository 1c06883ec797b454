import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../platform/database/database.ts';
import { interval } from '../platform/database/interval.ts';
import { PUBLISH_CALLS_PER_ACCOUNT } from '../instagram/graph/call-limiter.ts';
import { isPublishable } from './pause-hold.ts';
import { keepMediaType } from './transition-columns.ts';
import {
  CLAIM_AHEAD_MS,
  EXPIRY_MS,
  GIVE_UP_MS,
  INTENT_DEADLINE_MS,
  OUTAGE_AFTER_MS,
} from './publishing.rules.ts';
import { isRuleActive, ruleSql } from './removable-rules.ts';

/** A post whose intent is written: one call, at its instant. */
export interface Intent {
  id: string;
  fence: number;
  workspace_id: string;
  ig_user_id: string;
  graph_id: string;
  /** The connection's, encrypted. */
  page_token: string;
  scheduled_time: Date;
  wait_ms: number;
}

/** What a worker asks for. */
export interface ClaimOptions {
  /** How many posts at most. */
  limit: number;
  /** How many of one account may be in the hands of a worker that has all of them. */
  perAccount: number;
  /** The worker that asks. */
  claimedBy: string;
  /** Only this post; null: any. */
  onlyPostId: string | null;
}

/** Beyond this, polling does not explain the delay. */
const LATE_AFTER = sql`interval '5 seconds'`;

/** Longer than this after its intent no call is under way. */
const MAX_CALL_DURATION = sql`interval '60 seconds'`;

/**
 * Whether `p` is late only because its account publishes one post at a time. Another post's call began
 * at most LATE after the due time of `p`, or was late for this same reason, and it is still open or
 * ended at most LATE ago. If it ended earlier, the delay is ours: no worker claimed `p` in time.
 */
const hasWaitedForTurn = sql`(p.scheduled_time < app_now() - ${LATE_AFTER} and exists (
  select from posts o
  where o.target_ig_user_id = p.ig_user_id and o.id <> p.id
    and o.scheduled_time between p.scheduled_time - interval '1 hour' and app_now()
    and (o.intent_at <= p.scheduled_time + ${LATE_AFTER} or o.late_by_others)
    and o.intent_at > app_now() - ${MAX_CALL_DURATION} - ${LATE_AFTER}
    and (o.stage in ('publishing', 'doubt') or o.published_at > app_now() - ${LATE_AFTER})))`;

/** Of the posts of this name: a call of their own account is under way, and they wait for its end. */
export const isWaitingForOwnAccount = (posts: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`exists (
    select from posts o
    where o.ig_user_id = ${posts}.ig_user_id and o.id <> ${posts}.id and o.stage = 'publishing'
      and o.claimed_by is not null and o.lease_until > app_now())`;

/** Nobody has the lease of `p`. */
const isUnleased = sql`and (p.lease_until is null or p.lease_until < app_now())`;

/** Candidates beyond what is asked for: some may be locked, or have no finished container. */
const SPARE_CANDIDATES = 300;

/**
 * Writes the intents of prepared posts whose hour is at most 2 s away. Of each account one
 * call is under way, in the order of their hours: only the worker that has it may claim more, up to
 * `perAccount`, and lets them go one after the other (publish-call.ts); nothing more while that call
 * hangs, since what waits for it would be sent away. Of posts that nobody can tell apart only one is on
 * its way; accounts take turns, so that one with many due holds nobody up. Only a post whose container
 * belongs to this revision and account and is good for now; and only while some worker is known to
 * be alive, since the first sign of life of a restored backup marks what must be looked at first.
 */
export function claimDue(database: Database, options: ClaimOptions): Promise<Intent[]> {
  const { limit, perAccount, claimedBy, onlyPostId } = options;
  return database.inTransaction(async (tx) => {
    // Two workers that counted an account's calls at once would both find room for one. Whoever is
    // stopped while it holds the turn must not stop everybody: PostgreSQL then ends its session.
    await sql`
      select set_config('idle_in_transaction_session_timeout', '5000', true)
      ${ruleSql('R1', sql`from claim_turn for update`)}`.execute(tx);
    const claimed = await sql<Intent>`
      with flying as (
        select ig_user_id, array_agg(flight_key) as keys,
               (count(*) filter (where is_call))::int as calls,
               case when bool_and(claimed_by = ${claimedBy}
                      and intent_at > app_now() - ${interval(INTENT_DEADLINE_MS)})
                      filter (where is_call) is not false
                    then ${perAccount}::int else ${PUBLISH_CALLS_PER_ACCOUNT} end as room
        from (select *, stage = 'publishing' and claimed_by is not null
                        and lease_until > app_now() as is_call
              from posts where stage in ('publishing', 'doubt')) as p
        group by ig_user_id),
      ready as (
        select p.id, p.fence, p.ig_user_id, p.flight_key, p.scheduled_time, k.id as connection_id,
               coalesce(f.calls, 0) as calls, coalesce(f.room, ${perAccount}) as room,
               row_number() over (partition by p.ig_user_id, p.flight_key
                                  order by p.scheduled_time, p.id) as twin
        from posts p
        join instagram_connections k
          on k.workspace_id = p.workspace_id and k.ended_at is null and not k.needs_reconnect
        join instagram_accounts a on a.ig_user_id = k.ig_user_id
          and (a.paused_until is null or a.paused_until < app_now())
        left join flying f on f.ig_user_id = p.ig_user_id
        where p.stage = 'prepared' and p.unseen_since is null
          ${ruleSql('isGoing', sql`and ${isPublishable}`)}
          -- Written so that the planner does not take it for a second, independent condition of the
          -- join: it would expect one row where there are thousands.
          and case when k.ig_user_id = p.ig_user_id then true end
          and p.scheduled_time <= app_now() + ${interval(CLAIM_AHEAD_MS)}
          and p.scheduled_time > app_now() - ${interval(GIVE_UP_MS)}
          and (p.scheduled_time > app_now() - ${interval(EXPIRY_MS)}
            or p.intent_at is not null or p.late_excused)
          and p.good_until > app_now()
          ${ruleSql('R1', isUnleased)}
          and (${onlyPostId}::uuid is null or p.id = ${onlyPostId}::uuid)
          and coalesce(f.calls < f.room, true)
          and not coalesce(p.flight_key = any(f.keys), false)
          and exists (select from worker_heartbeats where seen_at > app_now() - ${interval(OUTAGE_AFTER_MS)})),
      ranked as (
        select *, row_number() over (partition by ig_user_id
                                     order by scheduled_time, id) + calls as rank
        from ready where twin = 1),
      candidates as (
        select * from ranked where rank <= room order by rank, scheduled_time limit ${limit + SPARE_CANDIDATES}),
      due as (
        select p.id, c.graph_id, k.page_token
        from candidates t join posts p on p.id = t.id
        join instagram_connections k on k.id = t.connection_id
        join containers c on c.id = p.container_id and c.state = 'finished'
          and c.revision = p.revision and c.ig_user_id = p.ig_user_id
          -- Nothing has happened to it since it was found: a move would have taken the fence.
          ${ruleSql('R1', sql`and p.stage = 'prepared' and p.fence = t.fence ${isUnleased}`)}
        order by t.rank, t.scheduled_time limit ${limit}
        ${ruleSql('R1', sql`for update of p skip locked`)})
      update posts p
      set status = 'pending', fence = p.fence + 1, ${keepMediaType},
          ${ruleSql('R3', sql`stage = 'publishing', intent_at = app_now(),`)}
          ${isRuleActive('R2') ? sql`` : sql`container_id = null,`}
          claimed_by = ${claimedBy},
          publish_attempts = p.publish_attempts + 1, publish_error = null,
          late_by_others = p.late_by_others or ${hasWaitedForTurn},
          lease_until = app_now() + interval '60 seconds',
          next_look_at = app_now() + interval '60 seconds'
      from due where p.id = due.id
      returning p.id, p.fence, p.workspace_id, p.ig_user_id, due.graph_id, due.page_token,
        greatest(0, (extract(epoch from p.scheduled_time - app_now()) * 1000)::float8)
          as wait_ms, p.scheduled_time`.execute(tx);
    // Those of one account go in the order of their hours.
    return claimed.rows.toSorted(
      (one, other) => one.scheduled_time.getTime() - other.scheduled_time.getTime(),
    );
  });
}
