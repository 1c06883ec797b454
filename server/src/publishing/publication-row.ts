import type { PostRow } from '../platform/database/tables.ts';
import {
  callsOf,
  isActive,
  preparationOf,
  type PublishCalls,
  type DisplayedIssue,
  type Preparation,
  type Publication,
  type State,
} from './state.ts';

/** Of a draft without a due time. */
const NEVER = new Date(8.64e15);

export function toPublication(row: PostRow): Publication {
  return {
    post: {
      id: row.id,
      workspaceId: row.workspace_id,
      revision: row.revision,
      mediaType: row.media_type,
      dueAt: row.scheduled_time ?? NEVER,
      target: row.target_ig_user_id,
    },
    fence: row.fence,
    state: toState(row),
    issue: toIssue(row),
    holds: {
      approval: row.awaiting_since && { since: row.awaiting_since },
      missed: row.missed_at && { at: row.missed_at },
      manual: isOwnersBusiness(row) ? null : row.manual_since && { since: row.manual_since },
      manualPrompt: row.manual_prompted_at && {
        at: row.manual_prompted_at,
        checkedAt: row.manual_checked_at,
      },
      outage: row.outage_since && {
        since: row.outage_since,
        until: row.outage_until ?? row.outage_since,
        isOwnerOnly: row.outage_manual,
      },
    },
    offeredFor: row.manual_prompted_for,
    delays: { byInstagram: row.late_excused, byOthers: row.late_by_others },
  };
}

/** Published by its owner, or left to its owner. */
const isOwnersBusiness = ({ publication_state, status, manual_since }: PostRow): boolean =>
  manual_since !== null &&
  publication_state === 'idle' &&
  (status === 'published' || status === 'failed');

function toState(row: PostRow): State {
  const calls = {
    count: row.publish_attempts,
    intentAt: row.intent_at,
    answer: row.publish_error,
  };
  const preparation = toPreparation(row);
  if (row.publication_state === 'idle') return toFinalState(row, { preparation, calls });
  if (row.next_step_at === null) throw new Error(`post ${row.id} has no next step`);
  const progress = {
    nextStepAt: row.next_step_at,
    polls: row.poll_count,
    isPending: row.status === 'pending',
    calls,
  };
  if (row.publication_state === 'preparing') return { kind: 'preparing', ...progress, preparation };
  if (preparation === null) throw new Error(`post ${row.id} was prepared for no account`);
  switch (row.publication_state) {
    case 'prepared':
      return { kind: 'prepared', ...progress, preparation };
    case 'publishing':
      return { kind: 'publishing', ...progress, preparation, worker: row.claimed_by };
    case 'reconciling':
      return { kind: 'reconciling', ...progress, preparation };
  }
}

function toFinalState(
  row: PostRow,
  last: { preparation: Preparation | null; calls: PublishCalls },
): State {
  switch (row.status) {
    case 'draft':
    case 'scheduled':
    case 'pending':
      return { kind: 'draft' };
    case 'published':
      return {
        kind: 'published',
        at: row.published_at ?? NEVER,
        mediaId: row.media_id,
        permalink: row.permalink,
        account: row.ig_user_id,
        container: row.container_id,
        calls: last.calls,
        byOwnerSince: row.manual_since,
      };
    case 'failed':
    case 'error':
    case 'expired':
      return isOwnersBusiness(row) && row.manual_since !== null
        ? { kind: 'manual', since: row.manual_since, ...last }
        : { kind: 'ended', outcome: row.status, ...last };
  }
}

const toPreparation = (row: PostRow): Preparation | null =>
  row.ig_user_id === null
    ? null
    : {
        container: row.container_id,
        account: row.ig_user_id,
        goodUntil: row.good_until,
        liveStories: row.live_story_ids,
      };

const toIssue = (row: PostRow): DisplayedIssue | null =>
  row.error_code === null
    ? null
    : {
        code: row.error_code,
        cause: row.error_message ?? '',
        action: row.error_action,
        forecastAt: row.forecast_at,
      };

/** All columns of `posts` that hold a publication. */
export function toColumns({ state, issue, holds, offeredFor, delays }: Publication) {
  const calls = callsOf(state);
  const preparation = preparationOf(state);
  const published = state.kind === 'published' ? state : null;
  return {
    status: statusOf(state),
    publication_state: isActive(state) ? state.kind : 'idle',
    next_step_at: isActive(state) ? state.nextStepAt : null,
    poll_count: isActive(state) ? state.polls : 0,
    ig_user_id: preparation?.account ?? published?.account ?? null,
    container_id: preparation?.container ?? published?.container ?? null,
    good_until: preparation?.goodUntil ?? null,
    live_story_ids: preparation?.liveStories ?? null,
    intent_at: calls.intentAt,
    publish_attempts: calls.count,
    publish_error: calls.answer,
    claimed_by: state.kind === 'publishing' ? state.worker : null,
    published_at: published?.at ?? null,
    media_id: published?.mediaId ?? null,
    permalink: published?.permalink ?? null,
    error_code: issue?.code ?? null,
    error_message: issue?.cause ?? null,
    error_action: issue?.action ?? null,
    forecast_at: issue?.forecastAt ?? null,
    late_excused: delays.byInstagram,
    late_by_others: delays.byOthers,
    awaiting_since: holds.approval?.since ?? null,
    missed_at: holds.missed?.at ?? null,
    manual_since: manualSince(state) ?? holds.manual?.since ?? null,
    manual_prompted_at: holds.manualPrompt?.at ?? null,
    manual_prompted_for: offeredFor,
    manual_checked_at: holds.manualPrompt?.checkedAt ?? null,
    outage_since: holds.outage?.since ?? null,
    outage_until: holds.outage?.until ?? null,
    outage_manual: holds.outage?.isOwnerOnly ?? false,
  } satisfies Partial<PostRow>;
}

function statusOf(state: State): PostRow['status'] {
  switch (state.kind) {
    case 'draft':
    case 'published':
      return state.kind;
    case 'ended':
      return state.outcome;
    case 'manual':
      return 'failed';
    case 'preparing':
    case 'prepared':
    case 'publishing':
    case 'reconciling':
      return state.isPending ? 'pending' : 'scheduled';
  }
}

function manualSince(state: State): Date | undefined {
  if (state.kind === 'manual') return state.since;
  return state.kind === 'published' ? (state.byOwnerSince ?? undefined) : undefined;
}
