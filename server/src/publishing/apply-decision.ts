import { APPROVED_LATE, CHANGE_REQUESTED } from '@pontual/contract/posts/issue-codes.ts';
import { effectsOf } from './decision-effects.ts';
import type { StateChange, EngineDecision } from './decisions.ts';
import { manualPromptReason } from './manual-prompt.rules.ts';
import { heldByPauseIssue, manualIssue, unapprovedIssue, type PostIssue } from './post-issues.ts';
import { SAFETY_CHECK_DELAY_MS } from './publishing.rules.ts';
import {
  isActive,
  isInFlight,
  isUncalled,
  preparationOf,
  type ActiveState,
  type DisplayedIssue,
  type Publication,
} from './state.ts';
import {
  after,
  change,
  checkWhenPreparedAt,
  isPastDue,
  toDisplayedIssue,
  toPreparing,
  type Outcome,
} from './transition-outcome.ts';

type DecisionOf<Kind> = Extract<EngineDecision, { kind: Kind }>;

/** Less than the freshness that the claim demands (pause-hold.ts), so that the check is repeated in time. */
const CHECK_AGAIN_MS = 30_000;

/**
 * What a decision changes, what people are told of it, and the offer of manual publishing.
 * @returns undefined when the decision no longer concerns the publication
 */
export function applyDecision(
  before: Publication,
  decision: EngineDecision,
  now: Date,
): Outcome | undefined {
  const { state, post, holds } = before;
  if (decision.kind === 'task') return change(before, decision);
  const changed = isActive(state) ? changeBy({ ...before, state }, decision, now) : undefined;
  if (changed === undefined) return undefined;
  const promptReason = manualPromptReason(decision, before, now);
  const effects = effectsOf(before, decision, promptReason, now);
  if (promptReason === undefined) return change(changed, ...effects);
  const manualPrompt = holds.manualPrompt ?? { at: now, checkedAt: null };
  return change(
    { ...changed, offeredFor: post.dueAt, holds: { ...changed.holds, manualPrompt } },
    ...effects,
  );
}

function changeBy(
  before: Publication<ActiveState>,
  decision: StateChange,
  now: Date,
): Publication | undefined {
  const { state, holds } = before;
  switch (decision.kind) {
    case 'wait':
      return waitFor(before, decision, now);
    case 'become_prepared':
      return becomePrepared(before, decision, now);
    case 'prepare_again':
      // The displayed issue stays until the post is prepared.
      return { ...before, state: toPreparing(state, { nextStepAt: now, polls: 0 }) };
    case 'clear_outage':
      return { ...before, state: { ...state, nextStepAt: now }, holds: { ...holds, outage: null } };
    case 'confirm_automatic':
      return confirmAutomatic(before, now);
    case 'reconcile':
      return reconcile(before, decision, now);
    case 'call_again':
      return callAgain(before, decision, now);
    case 'become_published':
      return becomePublished(before, decision, now);
    case 'hand_over':
      return handOver(before, now);
    case 'return_missed':
      return isUncalled(state) ? leftToAuthor(before, now) : undefined;
    case 'return_unapproved':
      return isUncalled(state)
        ? { ...before, state: { kind: 'draft' }, issue: unapprovedIssue }
        : undefined;
    case 'end':
      return {
        ...before,
        state: {
          kind: 'ended',
          outcome: decision.outcome,
          preparation: preparationOf(state),
          calls: state.calls,
        },
        issue: toDisplayedIssue(decision.issue),
        holds: { ...holds, outage: null },
      };
  }
}

function waitFor(
  before: Publication<ActiveState>,
  wait: DecisionOf<'wait'>,
  now: Date,
): Publication {
  const { state, issue, delays, holds } = before;
  const forecastAt = wait.forecastMs === undefined ? null : after(now, wait.forecastMs);
  const isLate = isPastDue(before, now);
  return {
    ...before,
    state: {
      ...state,
      nextStepAt: after(now, wait.ms),
      polls: state.polls + (wait.isPoll ? 1 : 0),
      isPending: state.isPending || isLate,
    },
    issue: wait.keepsIssue ? issue : issueOrApprovalIssue(before, wait.issue, forecastAt),
    // What its owner publishes meanwhile must be found before a claim.
    holds: {
      ...holds,
      manualPrompt: holds.manualPrompt && { ...holds.manualPrompt, checkedAt: null },
    },
    delays: {
      byInstagram: delays.byInstagram || (isLate && wait.isDelayedByInstagram === true),
      byOthers: delays.byOthers || (isLate && wait.issue?.isAccountWide === true),
    },
  };
}

function becomePrepared(
  before: Publication<ActiveState>,
  { preparation, issue }: DecisionOf<'become_prepared'>,
  now: Date,
): Publication | undefined {
  const { state } = before;
  if (state.kind !== 'preparing') return undefined;
  const nextStepAt = checkWhenPreparedAt(before, now);
  return {
    ...before,
    state: { ...state, kind: 'prepared', nextStepAt, polls: 0, preparation },
    issue: issueOrApprovalIssue(before, issue),
  };
}

function confirmAutomatic(before: Publication<ActiveState>, now: Date): Publication {
  const { state, holds } = before;
  const { manualPrompt } = holds;
  return {
    ...before,
    state: { ...state, nextStepAt: after(now, CHECK_AGAIN_MS) },
    holds: { ...holds, manualPrompt: manualPrompt && { ...manualPrompt, checkedAt: now } },
  };
}

/** The displayed issue stays, because the post may be published. */
function reconcile(
  before: Publication<ActiveState>,
  { ms, code, container }: DecisionOf<'reconcile'>,
  now: Date,
): Publication | undefined {
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
  return {
    ...before,
    state: { kind: 'reconciling', nextStepAt, polls: 0, isPending, calls, preparation },
  };
}

/** Once: the answer to the commit may be lost, and the write repeated. */
function callAgain(
  before: Publication<ActiveState>,
  { ms, issue, uncountedReason }: DecisionOf<'call_again'>,
  now: Date,
): Publication | undefined {
  const { state, holds, delays } = before;
  if (!isInFlight(state)) return undefined;
  const { calls, preparation, isPending } = state;
  const isUnsent = uncountedReason === 'never_sent' && calls.count <= 1;
  const safetyMs = holds.manualPrompt === null ? SAFETY_CHECK_DELAY_MS : 0;
  return {
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
  };
}

function becomePublished(
  before: Publication<ActiveState>,
  { mediaId, account, isManual }: DecisionOf<'become_published'>,
  now: Date,
): Publication {
  const { state, holds, delays } = before;
  const preparation = preparationOf(state);
  return {
    ...before,
    state: {
      kind: 'published',
      at: now,
      mediaId,
      permalink: null,
      account: preparation?.account ?? account ?? null,
      container: preparation?.container ?? null,
      calls: state.calls,
      byOwnerSince: isManual ? (holds.manual?.since ?? now) : null,
    },
    issue: null,
    delays: { ...delays, byOthers: delays.byOthers || isManual === true },
    holds: { ...holds, manual: null, missed: null, outage: null },
  };
}

function handOver(before: Publication<ActiveState>, now: Date): Publication {
  const { state, holds } = before;
  return {
    ...before,
    state: {
      kind: 'manual',
      since: holds.manual?.since ?? now,
      preparation: preparationOf(state),
      calls: state.calls,
    },
    issue: manualIssue,
    holds: { ...holds, manual: null },
  };
}

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
