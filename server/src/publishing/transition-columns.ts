import { sql, type RawBuilder } from 'kysely';
import { interval } from '../platform/database/interval.ts';
import type { Transition, PostIssue } from './transitions.ts';
import { unapprovedColumns } from './awaiting-approval.ts';
import { APPROVED_LATE, CHANGE_REQUESTED } from '@pontual/contract/posts/issue-codes.ts';
import { manualColumns } from './manual-columns.ts';
import { pauseHoldColumns } from './pause-hold.ts';
import { CONTAINER_LIFE_MS, SAFETY_CHECK_DELAY_MS, PREPARE_AHEAD_MS } from './publishing.rules.ts';

export type UnpublishedTransition = Exclude<Transition, { kind: 'published' }>;

const inMs = (ms: number) => sql`app_now() + ${interval(ms)}`;

/**
 * PostgreSQL 18 parses the expression of `in_flight_key` for every row in a statement that assigns none of
 * its columns: an eighth of the database's time in a full minute.
 */
export const keepMediaType = sql`media_type = p.media_type`;

export const issueColumns = (
  issue: PostIssue | undefined,
  forecast: RawBuilder<unknown> = sql`null`,
) => sql`
  error_code = ${issue?.code ?? null}, error_message = ${issue?.cause ?? null},
  error_action = ${issue?.action ?? null}, forecast_at = ${forecast}`;

/** The preparation of a post does not resolve the issue of an approver. */
const isApprovalIssue = sql`posts.error_code in (${CHANGE_REQUESTED}, ${APPROVED_LATE})`;
const approvalIssueOnly = sql`
  error_code = case when ${isApprovalIssue} then posts.error_code end,
  error_message = case when ${isApprovalIssue} then posts.error_message end,
  error_action = case when ${isApprovalIssue} then posts.error_action end,
  forecast_at = null`;

const issueOrApprovalIssue = (issue: PostIssue | undefined, forecast?: RawBuilder<unknown>) =>
  issue === undefined ? approvalIssueOnly : issueColumns(issue, forecast);

/**
 * A post that awaits approval is checked at once and at its due time; one that may be published manually at
 * its due time, because only that check allows its claim.
 */
export const nextCheckWhenPrepared = sql`
  case when scheduled_time - ${interval(PREPARE_AHEAD_MS)} > app_now() + interval '1 minute'
       then scheduled_time - ${interval(PREPARE_AHEAD_MS)}
       when awaiting_since is not null then app_now()
       when manual_prompted_at is not null then greatest(app_now(), scheduled_time)
       else greatest(app_now(), scheduled_time) + ${interval(SAFETY_CHECK_DELAY_MS)} end`;

/** The expiry of a post depends on `late_excused` alone. */
export const isExcused = sql<boolean>`(late_excused or late_by_others)`;

export function columnsForTransition(transition: UnpublishedTransition): RawBuilder<unknown> {
  switch (transition.kind) {
    case 'wait':
      return sql`next_step_at = ${inMs(transition.ms)},
        ${
          transition.keepsIssue
            ? sql`error_code = posts.error_code`
            : issueOrApprovalIssue(
                transition.issue,
                transition.forecastMs === undefined ? sql`null` : inMs(transition.forecastMs),
              )
        },
        poll_count = poll_count + ${transition.isPoll ? 1 : 0},
        late_excused = late_excused or (${transition.isDelayedByInstagram ?? false} and scheduled_time <= app_now()),
        late_by_others = late_by_others
          or (${transition.issue?.isAccountWide ?? false} and scheduled_time <= app_now()),
        status = case when scheduled_time <= app_now() then 'pending' else status end`;
    case 'prepared': {
      const { containerId, igUserId, containerIds, liveStoryIds } = transition.preparation;
      const goodUntil = sql`(select min(born_at) from containers
        where id = any(${containerIds})) + ${interval(CONTAINER_LIFE_MS)}`;
      return sql`publication_state = 'prepared', container_id = ${containerId}, ig_user_id = ${igUserId},
        good_until = ${goodUntil}, live_story_ids = ${liveStoryIds}, poll_count = 0,
        ${issueOrApprovalIssue(transition.issue)},
        next_step_at = ${nextCheckWhenPrepared}`;
    }
    case 'prepare-again':
      // Without a new issue the displayed one stays until the post is prepared.
      return sql`publication_state = 'preparing', container_id = null, good_until = null, poll_count = 0,
        next_step_at = ${inMs(transition.ms)}
        ${transition.issue === undefined ? sql`` : sql`, ${issueColumns(transition.issue)}`}`;
    case 'seen':
      return sql`outage_since = null, outage_until = null, next_step_at = app_now()`;
    case 'reconciling':
      // The owner sees no issue yet, because the post may be published.
      return sql`publication_state = 'reconciling', poll_count = 0, next_step_at = ${inMs(transition.ms)},
        publish_error = ${transition.code},
        container_id = coalesce(${transition.container?.id ?? null}, container_id),
        ig_user_id = coalesce(${transition.container?.igUserId ?? null}, ig_user_id)`;
    case 'publish-again':
      return sql`publication_state = 'prepared', poll_count = 0,
        next_step_at = ${inMs(transition.ms)}
          + case when manual_prompted_at is null then ${interval(SAFETY_CHECK_DELAY_MS)} else interval '0' end,
        publish_attempts = publish_attempts - ${transition.uncountedReason === undefined ? 0 : 1},
        late_by_others = late_by_others or ${transition.uncountedReason === 'refused'},
        intent_at = case when ${transition.uncountedReason === 'never-sent'} and publish_attempts <= 1
                         then null else intent_at end,
        ${issueColumns(transition.issue, transition.ms > 0 ? inMs(transition.ms) : sql`null`)}`;
    case 'held':
      return pauseHoldColumns;
    case 'unapproved':
      return unapprovedColumns;
    case 'by-hand':
      return manualColumns;
    case 'ended':
      return sql`publication_state = 'idle', status = ${transition.status}, next_step_at = null,
        ${issueColumns(transition.issue)}`;
  }
}
