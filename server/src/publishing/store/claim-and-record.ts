import type { InstagramLogin } from '@pontual/contract/instagram/instagram.ts';
import { sql, type RawBuilder } from 'kysely';
import {
  appThrottleEnd,
  hasFreeApp,
  isAppThrottled,
} from '../../instagram/graph/app-throttle.repository.ts';
import type { Db } from '../../platform/database/database.ts';
import { interval } from '../../platform/database/interval.ts';
import {
  CLAIM_AHEAD_MS,
  EXPIRY_MS,
  GIVE_UP_MS,
  INTENT_DEADLINE_MS,
  LEASE_MS,
  OUTAGE_AFTER_MS,
} from '../publishing.rules.ts';
import { isRuleActive, type RemovableRule } from '../removable-rules.ts';
import type { FencedPost } from './fenced-post.ts';
import type { WorkerShare } from './heartbeat.repository.ts';
import { isChecked, isPaused } from './pause-hold.repository.ts';

/*
 * The two statements that write many publications at once, because the busiest minute has no time for more: what the
 * events `intent_written` and `call_succeeded` do. A test holds both against the pure function.
 */

export interface Intent {
  id: string;
  fence: number;
  workspace_id: string;
  ig_user_id: string;
  graph_id: string;
  login: InstagramLogin;
  granted_scopes: string[] | null;
  page_token: string;
  scheduled_time: Date;
  wait_ms: number;
}

export interface ClaimOptions {
  limit: number;
  /** Of one account, with those that the worker has in hand. */
  perAccount: number;
  /** Between two publish calls of an account, and up to half as long again; 0 for none. */
  gapMs: number;
  claimedBy: string;
  /** Claims only on the account of this post, if it is due: with a gap the account's first post, otherwise this one. */
  duePostId: string | null;
  share: WorkerShare;
}

/** The part of a statement that holds a rule. */
export const ruleSql = (rule: RemovableRule, part: RawBuilder<unknown>): RawBuilder<unknown> =>
  isRuleActive(rule) ? part : sql``;

/** A claim looks at this many accounts even if its share is smaller: of few, every worker may serve all. */
const MIN_ACCOUNTS = 50;

/** A longer delay has another cause than the polling of the dispatch loop (composition/worker.ts). */
const LATE_AFTER = sql`interval '5 seconds'`;

/** No call is running longer than this after its intent. */
const MAX_CALL_DURATION = sql`interval '60 seconds'`;

/** Of `publications o`: a worker may be making the call. */
const isCalling = sql`o.state = 'publishing' and o.claimed_by is not null and o.lease_until > app_now()`;

const isInFlight = sql`o.state in ('publishing', 'reconciling')`;

/** Of `instagram_accounts`: the gap after its last publish call has not ended, or ended at most LATE_AFTER ago. */
const isInOrAfterGap = (account: RawBuilder<unknown>) =>
  sql`${account}.next_publish_at > app_now() - ${LATE_AFTER}`;

/**
 * Whether `p` is late only because its account publishes one post at a time: another call began at most
 * LATE_AFTER after the due time of `p`, or was late for this reason itself, and is running, or it or the gap after
 * it ended at most LATE_AFTER ago. If it ended earlier, no worker claimed `p` in time.
 */
const hasWaitedForTurn = (
  orGap: RawBuilder<unknown>,
) => sql`(p.scheduled_time < app_now() - ${LATE_AFTER} and exists (
  select from publications o
  where o.target_ig_user_id = p.ig_user_id and o.post_id <> p.post_id
    and o.scheduled_time between p.scheduled_time - interval '1 hour' and app_now()
    and (o.intent_at <= p.scheduled_time + ${LATE_AFTER} or o.delayed_by_others)
    and o.intent_at > app_now() - ${MAX_CALL_DURATION} - ${LATE_AFTER}
    and (${isInFlight} or o.published_at > app_now() - ${LATE_AFTER} ${orGap})))`;

/** Whether `p` is late only because Instagram throttled the app, until at most LATE_AFTER ago. */
const hasWaitedForApp = sql`(p.scheduled_time < app_now() - ${LATE_AFTER} and exists (
  select from instagram_apps i join instagram_connections k on k.login = i.login
  where k.workspace_id = p.workspace_id and k.ig_user_id = p.ig_user_id and k.ended_at is null
    and i.throttled_since <= p.scheduled_time + ${LATE_AFTER}
    and ${appThrottleEnd(sql`p.ig_user_id`)} > greatest(p.scheduled_time, app_now() - ${LATE_AFTER})))`;

export const isWaitingForOwnAccount = (post: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`(exists (
    select from publications o
    where o.ig_user_id = ${post}.ig_user_id and o.post_id <> ${post}.id and ${isCalling})
  or ${post}.state = 'prepared' and exists (
    select from instagram_accounts t where t.ig_user_id = ${post}.ig_user_id and ${isInOrAfterGap(sql`t`)}))`;

/** Of `publications p`, as the following ones. */
const isCallable = sql`exists (
  select from instagram_connections k
  where k.workspace_id = p.workspace_id and k.ig_user_id = p.ig_user_id
    and k.ended_at is null and not k.needs_reconnect
    and not ${isAppThrottled(sql`k.ig_user_id`, sql`k.login`)})`;

/** With the present content, by the present login. */
const hasContainer = sql`exists (
  select from containers c join instagram_connections k on k.workspace_id = p.workspace_id
    and k.ig_user_id = c.ig_user_id and k.ended_at is null and k.login = c.login
  where c.id = p.container_id and c.state = 'finished' and c.revision = p.revision
    and c.ig_user_id = p.ig_user_id)`;

const isIdenticalInFlight = sql`exists (
  select from publications o
  where o.ig_user_id = p.ig_user_id and o.in_flight_key = p.in_flight_key and ${isInFlight})`;

const isUnleased = sql`and (p.lease_until is null or p.lease_until < app_now())`;

/**
 * Writes the intents of posts that are due in at most 2 s. One call of an account runs at a time: only the
 * worker that makes it may claim more posts of the account, and publishes them in sequence (publish-call.ts);
 * it claims none while that call hangs. Of equal posts one is in flight. Accounts take turns, so that none
 * delays the others. With a gap an account has one post in hand, and the intent of its call says when the next
 * one may begin (`next_publish_at`), so that no later statement has to.
 *
 * `is true` keeps PostgreSQL from making a join of a condition: it reads the first posts of each account by
 * index, and stops where the account has no more room.
 *
 * Waits for no lock. It reads the claim version of each account, chooses, then locks accounts and posts. There
 * PostgreSQL checks the conditions of `locked` on the newest rows, while `chosen` keeps what was read first: a claim
 * or a pause (`invalidateClaims`) that has committed in between has changed the version, and one that is under way
 * holds the lock, so its account is skipped. Some worker must have a recent heartbeat, because the first one after a
 * restored backup marks the outage window.
 */
export async function claimDue(db: Db, options: ClaimOptions): Promise<Intent[]> {
  const { limit, gapMs, claimedBy, duePostId, share } = options;
  const perAccount = gapMs > 0 ? 1 : options.perAccount;
  const withGap = (part: RawBuilder<unknown>) => (gapMs > 0 ? part : sql``);
  const callAt =
    gapMs > 0 ? sql`greatest(p.scheduled_time, locked.next_publish_at)` : sql`p.scheduled_time`;
  const horizon = sql`app_now() + ${interval(CLAIM_AHEAD_MS)}`;
  const claimableAt = isRuleActive('claim-holds')
    ? sql`p.claimable_at`
    : sql`(case when p.state = 'prepared' and p.outage_since is null then p.scheduled_time end)`;
  const isWanted = duePostId === null ? sql`true` : sql`p.post_id = ${duePostId}`;
  const claimed = await sql<Intent>`
    with due_accounts as materialized (
      select distinct p.ig_user_id from publications p
      where ${claimableAt} <= ${horizon} and ${isWanted}),
    accounts as (
      select a.ig_user_id, a.claim_version, count(o.post_id) as in_hand
      from due_accounts join instagram_accounts a using (ig_user_id)
      left join publications o on o.ig_user_id = a.ig_user_id and ${isCalling}
      where (a.throttled_until is null or a.throttled_until < app_now())
        and ${hasFreeApp(sql`a.ig_user_id`)} is true
        ${withGap(sql`and (a.next_publish_at is null or a.next_publish_at <= ${horizon})`)}
        and exists (select from worker_heartbeats where seen_at > app_now() - ${interval(OUTAGE_AFTER_MS)})
      group by a.ig_user_id
      -- No call is running there, or all are this worker's and none hangs.
      having count(o.post_id) < ${perAccount} and bool_and(o.claimed_by = ${claimedBy}
        and o.intent_at > app_now() - ${interval(INTENT_DEADLINE_MS)}) is not false
      -- First those whose calls it makes, since no other may claim there; then its share; then the rest.
      order by count(o.post_id) desc,
        (hashtext(a.ig_user_id) & 2147483647) % ${share.workers} <> ${share.index}
      limit (select greatest(${MIN_ACCOUNTS}, ceil(count(*) / ${share.workers}::numeric)) from due_accounts)),
    due as (
      -- Of equal posts the first.
      select distinct on (accounts.ig_user_id, first_posts.in_flight_key) *
      from accounts cross join lateral (
        select p.post_id, p.workspace_id, p.container_id, p.fence, p.in_flight_key, p.scheduled_time
        from publications p
        where p.ig_user_id = accounts.ig_user_id and ${claimableAt} <= ${horizon}
          and ${claimableAt} > app_now() - ${interval(GIVE_UP_MS)}
          and (${claimableAt} > app_now() - ${interval(EXPIRY_MS)}
            or p.intent_at is not null or p.delayed_by_instagram)
          and p.good_until > app_now()
          ${ruleSql('one-worker', isUnleased)}
          -- With a gap the posts of an account keep their order, so its first one is claimed.
          and ${gapMs > 0 ? sql`true` : isWanted}
          ${ruleSql('claim-holds', sql`and ${isChecked} and (${isPaused}) is not true`)}
          and (${isCallable}) is true and (${hasContainer}) is true and (${isIdenticalInFlight}) is not true
        order by ${claimableAt}, p.post_id
        limit least(${perAccount} - in_hand, greatest(1, ${limit} / (select count(*) from accounts)))) first_posts
      order by accounts.ig_user_id, first_posts.in_flight_key, first_posts.scheduled_time, first_posts.post_id),
    chosen as (
      select due.*, k.login, k.granted_scopes, k.page_token, c.graph_id
      from due join containers c on c.id = due.container_id
      join instagram_connections k on k.workspace_id = due.workspace_id and k.ig_user_id = due.ig_user_id
        and k.ended_at is null
      -- Accounts take turns: the first post of each before the second of any.
      order by due.in_hand + row_number() over (
          partition by due.ig_user_id order by due.scheduled_time, due.post_id),
        due.scheduled_time
      limit ${limit}),
    locked as (
      select chosen.post_id, chosen.ig_user_id, chosen.graph_id, chosen.login, chosen.granted_scopes,
        chosen.page_token ${withGap(sql`, a.next_publish_at, p.scheduled_time`)}
      from chosen
      join instagram_accounts a on a.ig_user_id = chosen.ig_user_id
        ${ruleSql('one-worker', sql`and a.claim_version = chosen.claim_version`)}
      join publications p on p.post_id = chosen.post_id
        -- Unchanged since it was found: every step and every change takes a new fence.
        ${ruleSql('one-worker', sql`and p.state = 'prepared' and p.fence = chosen.fence ${isUnleased}`)}
        ${ruleSql('claim-holds', sql`and p.claimable_at is not null`)}
      for no key update of a, p skip locked),
    counted as (
      update instagram_accounts a set claim_version = a.claim_version + 1
        ${withGap(sql`, next_publish_at = (
          select greatest(app_now(), locked.scheduled_time, locked.next_publish_at)
            + ${interval(gapMs)} * (1 + random() / 2)
          from locked where locked.ig_user_id = a.ig_user_id)`)}
      where a.ig_user_id in (select ig_user_id from locked))
    update publications p
    set is_pending = true, fence = p.fence + 1,
        ${ruleSql('intent-first', sql`state = 'publishing', intent_at = app_now(),`)}
        ${isRuleActive('one-container') ? sql`` : sql`container_id = null,`}
        claimed_by = ${claimedBy},
        publish_attempts = p.publish_attempts + 1, publish_error = null,
        delayed_by_others = p.delayed_by_others
          or ${hasWaitedForTurn(withGap(sql`or ${isInOrAfterGap(sql`locked`)}`))} or ${hasWaitedForApp},
        ${withGap(sql`delayed_by_gap = p.delayed_by_gap
          or (locked.next_publish_at > greatest(p.scheduled_time, app_now() - ${LATE_AFTER})) is true,`)}
        lease_until = app_now() + ${interval(LEASE_MS)},
        next_step_at = app_now() + ${interval(LEASE_MS)}
    from locked where p.post_id = locked.post_id
    returning p.post_id as id, p.fence, p.workspace_id, p.ig_user_id, locked.graph_id, locked.login,
      locked.granted_scopes, locked.page_token,
      greatest(0, (extract(epoch from ${callAt} - app_now() - app_elapsed()) * 1000)::float8) as wait_ms,
      p.scheduled_time`.execute(db);
  return claimed.rows.toSorted(
    (one, other) => one.scheduled_time.getTime() - other.scheduled_time.getTime(),
  );
}

/** Not our miss. The expiry of a post depends on `delayed_by_instagram` alone. */
export const isExcused = sql<boolean>`(delayed_by_instagram or delayed_by_others)`;

export interface SucceededCall {
  id: string;
  fence: number;
  media_id: string;
}

export interface PublishedPost extends FencedPost {
  workspace_id: string;
  late_ms: number;
  is_excused: boolean;
  /** Not the first of its account: it had to wait for the gap after another. */
  delayed_by_gap: boolean;
}

/**
 * What the event `call_succeeded` does (engine-transitions.ts), for many posts.
 * One statement: a transaction around several would delay the publish calls when many posts are due.
 * @returns the posts whose fence had not moved on
 */
export async function writePublished(
  db: Db,
  succeeded: readonly SucceededCall[],
): Promise<PublishedPost[]> {
  if (succeeded.length === 0) return [];
  const written = await sql<PublishedPost>`
    with written as (
      update publications p
      set state = 'published', is_pending = false, media_id = o.media_id, published_at = app_now(),
          next_step_at = null, poll_count = 0, good_until = null, live_story_ids = null,
          claimed_by = null, lease_until = null, manual_since = null, missed_at = null, updated_at = app_now(),
          outage_since = null, outage_until = null, outage_manual = false,
          error_code = null, error_message = null, error_action = null, forecast_at = null
      from jsonb_to_recordset(${JSON.stringify(succeeded)}::jsonb)
        as o(id uuid, fence integer, media_id text)
      where p.post_id = o.id ${ruleSql('one-worker', sql`and p.fence = o.fence`)} and p.next_step_at is not null
      returning p.post_id as id, p.fence, p.workspace_id, p.container_id, ${isExcused} as is_excused,
        delayed_by_gap, round(extract(epoch from app_now() - p.scheduled_time) * 1000) as late_ms),
    marked as (
      update containers set state = 'published' from written
      where containers.id = container_id),
    recorded as (
      insert into post_events (post_id, kind, detail)
      select id, 'published', jsonb_build_object('lateMs', late_ms) from written)
    select id, fence, workspace_id, is_excused, delayed_by_gap, late_ms::float8 as late_ms from written`.execute(
    db,
  );
  return written.rows;
}
