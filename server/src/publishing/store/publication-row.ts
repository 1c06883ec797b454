import type { PublicationRow } from '../../platform/database/rows.ts';
import {
  callsOf,
  isActive,
  preparationOf,
  type PublishCalls,
  type DisplayedIssue,
  type Preparation,
  type Publication,
  type PublicationPost,
  type State,
} from '../state.ts';

type StoredPublication = Omit<PublicationRow, 'post_id' | 'has_first_comment'> & { id: string };

/** Of a draft without a due time. */
const NEVER = new Date(8.64e15);

export function toPublication(row: StoredPublication): Publication {
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
      // Of these states it is a part.
      manual:
        row.state === 'published' || row.state === 'manual'
          ? null
          : row.manual_since && { since: row.manual_since },
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
    delays: {
      byInstagram: row.delayed_by_instagram,
      byOthers: row.delayed_by_others,
      byGap: row.delayed_by_gap,
    },
  };
}

const newDraft: Omit<Publication, 'post'> = {
  fence: 0,
  state: { kind: 'draft' },
  issue: null,
  holds: { approval: null, missed: null, manual: null, manualPrompt: null, outage: null },
  offeredFor: null,
  delays: { byInstagram: false, byOthers: false, byGap: false },
};

export const draftOf = (post: PublicationPost): Publication => ({ post, ...newDraft });

function toState(row: StoredPublication): State {
  const preparation = toPreparation(row);
  const calls = {
    count: row.publish_attempts,
    intentAt: row.intent_at,
    answer: row.publish_error,
  };
  switch (row.state) {
    case 'draft':
      return { kind: 'draft' };
    case 'preparing':
      return { kind: 'preparing', ...toProgress(row, calls), preparation };
    case 'prepared':
    case 'reconciling':
      return { kind: row.state, ...toProgress(row, calls), preparation: preparedFor(row) };
    case 'publishing':
      return {
        kind: 'publishing',
        ...toProgress(row, calls),
        preparation: preparedFor(row),
        worker: row.claimed_by,
      };
    case 'published':
      return {
        kind: 'published',
        at: stored(row, 'published_at'),
        mediaId: row.media_id,
        permalink: row.permalink,
        account: row.ig_user_id,
        container: row.container_id,
        calls,
        byOwnerSince: row.manual_since,
      };
    case 'manual':
      return { kind: 'manual', since: stored(row, 'manual_since'), preparation, calls };
    case 'failed':
    case 'error':
    case 'expired':
      return { kind: 'ended', outcome: row.state, preparation, calls };
  }
}

const toProgress = (row: StoredPublication, calls: PublishCalls) => ({
  nextStepAt: stored(row, 'next_step_at'),
  polls: row.poll_count,
  isPending: row.is_pending,
  calls,
});

const toPreparation = (row: StoredPublication): Preparation | null =>
  row.ig_user_id === null ? null : preparedFor(row);

const preparedFor = (row: StoredPublication): Preparation => ({
  container: row.container_id,
  account: stored(row, 'ig_user_id'),
  goodUntil: row.good_until,
  liveStories: row.live_story_ids,
});

/** The constraints of the table see to it that a state has its columns. */
function stored<Name extends keyof StoredPublication>(
  row: StoredPublication,
  column: Name,
): NonNullable<StoredPublication[Name]> {
  const value = row[column];
  if (value === null) throw new Error(`post ${row.id} is ${row.state} without ${column}`);
  return value;
}

const toIssue = (row: StoredPublication): DisplayedIssue | null =>
  row.error_code === null
    ? null
    : {
        code: row.error_code,
        cause: row.error_message ?? '',
        action: row.error_action,
        forecastAt: row.forecast_at,
      };

/** All columns of `publications` that `transition` decides. */
export function toColumns({
  state,
  issue,
  holds,
  offeredFor,
  delays,
}: Omit<Publication, 'post' | 'fence'>) {
  const calls = callsOf(state);
  const preparation = preparationOf(state);
  const published = state.kind === 'published' ? state : null;
  return {
    state: state.kind === 'ended' ? state.outcome : state.kind,
    is_pending: isActive(state) && state.isPending,
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
    delayed_by_instagram: delays.byInstagram,
    delayed_by_others: delays.byOthers,
    delayed_by_gap: delays.byGap,
    awaiting_since: holds.approval?.since ?? null,
    missed_at: holds.missed?.at ?? null,
    manual_since: manualSince(state) ?? holds.manual?.since ?? null,
    manual_prompted_at: holds.manualPrompt?.at ?? null,
    manual_prompted_for: offeredFor,
    manual_checked_at: holds.manualPrompt?.checkedAt ?? null,
    outage_since: holds.outage?.since ?? null,
    outage_until: holds.outage?.until ?? null,
    outage_manual: holds.outage?.isOwnerOnly ?? false,
  } satisfies Partial<PublicationRow>;
}

export const decidedColumns: readonly string[] = Object.keys(toColumns(newDraft));

function manualSince(state: State): Date | undefined {
  if (state.kind === 'manual') return state.since;
  return state.kind === 'published' ? (state.byOwnerSince ?? undefined) : undefined;
}
