import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../platform/database/database.ts';
import { interval } from '../platform/database/interval.ts';
import { PUBLISH_CALLS_PER_ACCOUNT } from '../instagram/graph/call-limiter.ts';
import { isPublishable } from './pause-hold.ts';
import {
  CLAIM_AHEAD_MS,
  EXPIRY_MS,
  GIVE_UP_MS,
  INTENT_DEADLINE_MS,
  LEASE_MS,
  OUTAGE_AFTER_MS,
} from './publishing.rules.ts';
import { isRuleActive, ruleSql } from './removable-rules.ts';

export interface Intent {
  id: string;
  fence: number;
  workspace_id: string;
  ig_user_id: string;
  graph_id: string;
  page_token: string;
  scheduled_time: Date;
  wait_ms: number;
}

export interface ClaimOptions {
  limit: number;
  perAccount: number;
  claimedBy: string;
  onlyPostId: string | null;
}

/** A longer delay has another cause than the polling of the dispatch loop (composition/worker.ts). */
const LATE_AFTER = sql`interval '5 seconds'`;

/** No call is running longer than this after its intent. */
const MAX_CALL_DURATION = sql`interval '60 seconds'`;

/**
 * Whether `p` is late only because its account publishes one post at a time: another call began at most
 * LATE_AFTER after the due time of `p`, or was late for this reason itself, and is running or ended at most
 * LATE_AFTER ago. If it ended earlier, no worker claimed `p` in time.
 */
const hasWaitedForTurn = sql`(p.scheduled_time < app_now() - ${LATE_AFTER} and exists (
  select from publications o
  where o.target_ig_user_id = p.ig_user_id and o.post_id <> p.post_id
    and o.scheduled_time between p.scheduled_time - interval '1 hour' and app_now()
    and (o.intent_at <= p.scheduled_time + ${LATE_AFTER} or o.late_by_others)
    and o.intent_at > app_now() - ${MAX_CALL_DURATION} - ${LATE_AFTER}
    and (o.state in ('publishing', 'reconciling') or o.published_at > app_now() - ${LATE_AFTER})))`;

export const isWaitingForOwnAccount = (post: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`exists (
    select from publications o
    where o.ig_user_id = ${post}.ig_user_id and o.post_id <> ${post}.id and o.state = 'publishing'
      and o.claimed_by is not null and o.lease_until > app_now())`;

const isUnleased = sql`and (p.lease_until is null or p.lease_until < app_now())`;

/** Beyond the limit, because some may be locked, or have no finished container. */
const SPARE_CANDIDATES = 300;

/**
 * Writes the intents of prepared posts that are due in at most 2 s. One call of an account runs at a time.
 * Only the worker that makes it may claim more posts of the account, and publishes them in sequence
 * (publish-call.ts); it claims no more while that call hangs. Of one in-flight key only one post is in
 * flight, and accounts take turns, so that none delays the others. Some worker must have a recent heartbeat,
 * because the first one after a restored backup marks the outage window.
 */
export async function claimDue(database: Database, options: ClaimOptions): Promise<Intent[]> {
  const { limit, perAccount, claimedBy, onlyPostId } = options;
  // Without this lock two workers could both claim the last free call of an account. The claim is a statement
  // of its own, because it must see what was committed while the lock was awaited. One round trip, so that a
  // worker that is busy or hangs does not hold up the others.
  const lock = sql`select 1 ${ruleSql('R1', sql`from claim_lock for update`)}`;
  const claim = sql`
      with in_flight as (
        select ig_user_id, array_agg(in_flight_key) as keys,
               (count(*) filter (where is_call))::int as calls,
               case when bool_and(claimed_by = ${claimedBy}
                      and intent_at > app_now() - ${interval(INTENT_DEADLINE_MS)})
                      filter (where is_call) is not false
                    then ${perAccount}::int else ${PUBLISH_CALLS_PER_ACCOUNT} end as room
        from (select *, state = 'publishing' and claimed_by is not null
                        and lease_until > app_now() as is_call
              from publications where state in ('publishing', 'reconciling')) as p
        group by ig_user_id),
      ready as (
        select p.post_id, p.fence, p.ig_user_id, p.in_flight_key, p.scheduled_time, k.id as connection_id,
               coalesce(f.calls, 0) as calls, coalesce(f.room, ${perAccount}) as room,
               row_number() over (partition by p.ig_user_id, p.in_flight_key
                                  order by p.scheduled_time, p.post_id) as key_rank
        from publications p
        join instagram_connections k
          on k.workspace_id = p.workspace_id and k.ended_at is null and not k.needs_reconnect
        join instagram_accounts a on a.ig_user_id = k.ig_user_id
          and (a.throttled_until is null or a.throttled_until < app_now())
        left join in_flight f on f.ig_user_id = p.ig_user_id
        where p.state = 'prepared' and p.outage_since is null
          ${ruleSql('isGoing', sql`and ${isPublishable}`)}
          -- The planner would take a plain condition for an independent one and expect one row.
          and case when k.ig_user_id = p.ig_user_id then true end
          and p.scheduled_time <= app_now() + ${interval(CLAIM_AHEAD_MS)}
          and p.scheduled_time > app_now() - ${interval(GIVE_UP_MS)}
          and (p.scheduled_time > app_now() - ${interval(EXPIRY_MS)}
            or p.intent_at is not null or p.late_excused)
          and p.good_until > app_now()
          ${ruleSql('R1', isUnleased)}
          and (${onlyPostId}::uuid is null or p.post_id = ${onlyPostId}::uuid)
          and coalesce(f.calls < f.room, true)
          and not coalesce(p.in_flight_key = any(f.keys), false)
          and exists (select from worker_heartbeats where seen_at > app_now() - ${interval(OUTAGE_AFTER_MS)})),
      ranked as (
        select *, row_number() over (partition by ig_user_id
                                     order by scheduled_time, post_id) + calls as rank
        from ready where key_rank = 1),
      candidates as (
        select * from ranked where rank <= room order by rank, scheduled_time limit ${limit + SPARE_CANDIDATES}),
      due as (
        select p.post_id, c.graph_id, k.page_token
        from candidates t join publications p on p.post_id = t.post_id
        join instagram_connections k on k.id = t.connection_id
        join containers c on c.id = p.container_id and c.state = 'finished'
          and c.revision = p.revision and c.ig_user_id = p.ig_user_id
          -- Unchanged since it was found: every step and every change takes a new fence.
          ${ruleSql('R1', sql`and p.state = 'prepared' and p.fence = t.fence ${isUnleased}`)}
        order by t.rank, t.scheduled_time limit ${limit}
        ${ruleSql('R1', sql`for update of p skip locked`)})
      update publications p
      set is_pending = true, fence = p.fence + 1,
          ${ruleSql('R3', sql`state = 'publishing', intent_at = app_now(),`)}
          ${isRuleActive('R2') ? sql`` : sql`container_id = null,`}
          claimed_by = ${claimedBy},
          publish_attempts = p.publish_attempts + 1, publish_error = null,
          late_by_others = p.late_by_others or ${hasWaitedForTurn},
          lease_until = app_now() + ${interval(LEASE_MS)},
          next_step_at = app_now() + ${interval(LEASE_MS)}
      from due where p.post_id = due.post_id
      returning p.post_id as id, p.fence, p.workspace_id, p.ig_user_id, due.graph_id, due.page_token,
        greatest(0, (extract(epoch from p.scheduled_time - app_now() - app_elapsed()) * 1000)::float8)
          as wait_ms, p.scheduled_time`;
  const claimed = await database.inOneRoundTrip<Intent>([lock, claim]);
  return claimed.toSorted(
    (one, other) => one.scheduled_time.getTime() - other.scheduled_time.getTime(),
  );
}
