import { APPROVED_LATE, CHANGE_REQUESTED } from '@pontual/contract/posts/issue-codes.ts';
import {
  endNotification,
  issueNotification,
  lateNotification,
  pauseHoldNotification,
  unapprovedNotification,
} from './decision-notifications.ts';
import type { WorkspaceNotification } from '../../notifications/kinds/workspace-notifications.ts';
import type { EngineDecision, StateChange } from './decisions.ts';
import { faultOf } from './fault.rules.ts';
import { manualPromptReason } from './manual-prompt.rules.ts';
import { heldByPauseIssue, manualIssue, unapprovedIssue, type PostIssue } from '../post-issues.ts';
import { SAFETY_CHECK_DELAY_MS } from '../publishing.rules.ts';
import {
  isActive,
  isInFlight,
  isUncalled,
  preparationOf,
  type ActiveState,
  type DisplayedIssue,
  type Publication,
} from '../state.ts';
import {
  after,
  change,
  checkWhenPreparedAt,
  isPastDue,
  toDisplayedIssue,
  toPreparing,
  type Effect,
  type Outcome,
  type PostEventKind,
} from './transition-outcome.ts';

type DecisionOf<Kind> = Extract<StateChange, { kind: Kind }>;

/** Less than the freshness that the claim demands (pause-hold.repository.ts), so that the check is repeated in time. */
const CHECK_AGAIN_MS = 30_000;

/**
 * What a decision changes, what its author is told, and the offer of manual publishing.
 * @returns undefined when the decision no longer concerns the publication
 */
export function applyDecision(
  before: Publication,
  decision: EngineDecision,
  now: Date,
): Outcome | undefined {
  const { state } = before;
  if (decision.kind === 'task') return change(before, decision);
  const outcome = isActive(state) ? applyChange({ ...before, state }, decision, now) : undefined;
  return outcome && withManualOffer(before, decision, outcome, now);
}

function applyChange<Kind extends StateChange['kind']>(
  before: Publication<ActiveState>,
  decision: DecisionOf<Kind>,
  now: Date,
): Outcome | undefined {
  const apply: Appliers[Kind] = appliers[decision.kind];
  return apply(before, decision, now);
}

type Appliers = {
  [Kind in StateChange['kind']]: (
    before: Publication<ActiveState>,
    decision: DecisionOf<Kind>,
    now: Date,
  ) => Outcome | undefined;
};

const appliers: Appliers = {
  wait(before, wait, now) {
    const { state, issue, delays, holds } = before;
    const forecastAt = wait.forecastMs === undefined ? null : after(now, wait.forecastMs);
    const isLate = isPastDue(before, now);
    return change(
      {
        ...before,
        state: {
          ...state,
          nextStepAt: after(now, wait.ms),
          polls: wait.restartsPolls ? 0 : state.polls + (wait.isPoll ? 1 : 0),
          isPending: state.isPending || isLate,
        },
        issue: wait.keepsIssue ? issue : issueOrApprovalIssue(before, wait.issue, forecastAt),
        // What its owner publishes meanwhile must be found before a claim.
        holds: {
          ...holds,
          manualPrompt: holds.manualPrompt && { ...holds.manualPrompt, checkedAt: null },
        },
        delays: {
          ...delays,
          byInstagram: delays.byInstagram || (isLate && wait.isDelayedByInstagram === true),
          byOthers: delays.byOthers || (isLate && wait.issue?.isAccountWide === true),
        },
      },
      // One event for each reason, however often the post is checked.
      ...(wait.issue === undefined || wait.issue.code === issue?.code
        ? []
        : [history('waiting', { cause: wait.issue.cause })]),
      ...notifyOnce(before, wait.issue),
    );
  },

  become_prepared(before, { preparation, containerIds, issue }, now) {
    const { state } = before;
    if (state.kind !== 'preparing') return undefined;
    const nextStepAt = checkWhenPreparedAt(before, now);
    return change(
      {
        ...before,
        state: { ...state, kind: 'prepared', nextStepAt, polls: 0, preparation },
        issue: issueOrApprovalIssue(before, issue),
      },
      history('prepared'),
      { kind: 'adopt_containers', ids: containerIds },
      ...notifyOnce(before, issue),
    );
  },

  /** The displayed issue stays until the post is prepared. */
  prepare_again: (before, { effects }, now) =>
    change(
      { ...before, state: toPreparing(before.state, { nextStepAt: now, polls: 0 }) },
      ...effects,
    ),

  clear_outage: (before, _decision, now) =>
    change({
      ...before,
      state: { ...before.state, nextStepAt: now },
      holds: { ...before.holds, outage: null },
    }),

  confirm_automatic(before, _decision, now) {
    const { state, holds } = before;
    const { manualPrompt } = holds;
    return change({
      ...before,
      state: { ...state, nextStepAt: after(now, CHECK_AGAIN_MS) },
      holds: { ...holds, manualPrompt: manualPrompt && { ...manualPrompt, checkedAt: now } },
    });
  },

  /** The displayed issue stays, because the post may be published. */
  reconcile(before, { ms, code, container }, now) {
    const { state } = before;
    const prepared = preparationOf(state);
    const { id, account } = container ?? {
      id: prepared?.container ?? null,
      account: prepared?.account,
    };
    if (account === undefined) return undefined;
    const preparation = { goodUntil: null, liveStories: null, ...prepared, container: id, account };
    const calls = { ...state.calls, answer: code };
    const { isPending } = state;
    const nextStepAt = after(now, ms);
    return change(
      {
        ...before,
        state: { kind: 'reconciling', nextStepAt, polls: 0, isPending, calls, preparation },
      },
      history('unanswered', { code }),
    );
  },

  /** The call is taken back once: the answer to the commit may be lost, and the write repeated. */
  call_again(before, { ms, issue, uncountedReason }, now) {
    const { state, holds, delays } = before;
    if (!isInFlight(state)) return undefined;
    const { calls, preparation, isPending } = state;
    const isUnsent = uncountedReason === 'never_sent' && calls.count <= 1;
    const safetyMs = holds.manualPrompt === null ? SAFETY_CHECK_DELAY_MS : 0;
    return change(
      {
        ...before,
        state: {
          kind: 'prepared',
          nextStepAt: after(now, ms + safetyMs),
          polls: 0,
          isPending,
          calls: {
            ...calls,
            count: calls.count - (uncountedReason === undefined ? 0 : 1),
            intentAt: isUnsent ? null : calls.intentAt,
          },
          preparation,
        },
        issue: issue === undefined ? null : toDisplayedIssue(issue, ms > 0 ? after(now, ms) : null),
        delays: { ...delays, byOthers: delays.byOthers || uncountedReason === 'refused' },
      },
      ...(uncountedReason === 'never_sent' ? [] : [history('publish_again')]),
    );
  },

  become_published(before, { mediaId, account, isVerified, isManual }, now) {
    const { post, state, holds, delays } = before;
    const preparation = preparationOf(state);
    const container = preparation?.container ?? null;
    const byCall = isVerified ? 'verified' : 'published';
    return change(
      {
        ...before,
        state: {
          kind: 'published',
          at: now,
          mediaId,
          permalink: null,
          account: preparation?.account ?? account ?? null,
          container,
          calls: state.calls,
          byOwnerSince: isManual ? (holds.manual?.since ?? now) : null,
        },
        issue: null,
        delays: { ...delays, byOthers: delays.byOthers || isManual === true },
        holds: { ...holds, manual: null, missed: null, outage: null },
      },
      history(isManual ? 'published_manually' : byCall, {
        lateMs: now.getTime() - post.dueAt.getTime(),
      }),
      ...(container === null || isManual
        ? []
        : [{ kind: 'container_published', id: container } as const]),
    );
  },

  hand_over(before, { effects }, now) {
    const { state, holds } = before;
    return change(
      {
        ...before,
        state: {
          kind: 'manual',
          since: holds.manual?.since ?? now,
          preparation: preparationOf(state),
          calls: state.calls,
        },
        issue: manualIssue,
        holds: { ...holds, manual: null },
      },
      history('manual'),
      ...effects,
    );
  },

  return_missed(before, { pauseId }, now) {
    if (!isUncalled(before.state)) return undefined;
    // An approval that came too late has said so.
    const isKnown = before.issue?.code === APPROVED_LATE;
    return change(
      leftToAuthor(before, now),
      ...(isKnown ? [] : [history('held'), notify(pauseHoldNotification(before.post, pauseId))]),
    );
  },

  return_unapproved: (before) =>
    isUncalled(before.state)
      ? change(
          { ...before, state: { kind: 'draft' }, issue: unapprovedIssue },
          history('unapproved'),
          notify(unapprovedNotification(before)),
        )
      : undefined,

  end(before, { outcome, issue, effects }) {
    const { state, holds } = before;
    const isOurs = faultOf(outcome, issue) === 'ours';
    return change(
      {
        ...before,
        state: {
          kind: 'ended',
          outcome,
          preparation: preparationOf(state),
          calls: state.calls,
        },
        issue: toDisplayedIssue(issue),
        holds: { ...holds, outage: null },
      },
      history('ended', { status: outcome, cause: issue.cause }),
      ...effects,
      ...(isOurs ? [{ kind: 'count_failure' } as const] : []),
      notify(endNotification(before, issue)),
    );
  },
};

const history = (event: PostEventKind, detail?: Record<string, unknown>): Effect => ({
  kind: 'history',
  event,
  detail,
});

const notify = (notification: WorkspaceNotification): Effect => ({ kind: 'notify', notification });

function notifyOnce(before: Publication, issue: PostIssue | undefined): Effect[] {
  const notification = issue && issueNotification(before, issue);
  return notification === undefined ? [] : [notify(notification)];
}

/** An end with the offer is one notification. A late post gets one beside that of its account's issue. */
function withManualOffer(
  before: Publication,
  decision: StateChange,
  outcome: Outcome,
  now: Date,
): Outcome {
  const reason = manualPromptReason(decision, before, now);
  if (reason === undefined) return outcome;
  const { publication, effects } = outcome;
  const manualPrompt = before.holds.manualPrompt ?? { at: now, checkedAt: null };
  const issue = 'issue' in decision ? decision.issue : undefined;
  const offered = {
    ...publication,
    offeredFor: before.post.dueAt,
    holds: { ...publication.holds, manualPrompt },
  };
  return reason === 'ended'
    ? change(offered, ...effects.map(withOffer))
    : change(offered, ...effects, notify(lateNotification(before, issue, reason)));
}

const withOffer = (effect: Effect): Effect =>
  effect.kind === 'notify' && effect.notification.kind === 'issue'
    ? notify({ ...effect.notification, hasManualPublishing: true })
    : effect;

/** Returns a missed post to its author. One that was approved too late keeps that issue, and its pause does not count. */
export function leftToAuthor(publication: Publication, now: Date): Publication {
  const { holds, issue } = publication;
  const draft = { ...publication, state: { kind: 'draft' } } as const;
  if (issue?.code === APPROVED_LATE) {
    return { ...draft, issue: { ...issue, forecastAt: null }, holds: { ...holds, missed: null } };
  }
  const missed = holds.missed ?? { at: now };
  return { ...draft, issue: heldByPauseIssue, holds: { ...holds, missed } };
}

/** The preparation of a post does not resolve the issue of an approver. */
function issueOrApprovalIssue(
  { issue: before }: Publication,
  issue: PostIssue | undefined,
  forecastAt: Date | null = null,
): DisplayedIssue | null {
  if (issue !== undefined) return toDisplayedIssue(issue, forecastAt);
  const isOfApprover = before?.code === CHANGE_REQUESTED || before?.code === APPROVED_LATE;
  return isOfApprover ? { ...before, forecastAt: null } : null;
}
