import { APPROVED_LATE, CHANGE_REQUESTED } from '@pontual/contract/posts/issue-codes.ts';
import { unapprovedIssue } from './awaiting-approval.ts';
import { effectsOf } from './engine-effects.ts';
import { manualIssue } from './manual-columns.ts';
import { heldIssue } from './pause-hold.ts';
import { LEASE_MS, SAFETY_CHECK_DELAY_MS } from './publishing.rules.ts';
import {
  isActive,
  isInFlight,
  preparationOf,
  type ActiveState,
  type DisplayedIssue,
  type Preparation,
  type Publication,
} from './state.ts';
import type { EngineEvent } from './transition-events.ts';
import {
  after,
  checkWhenPreparedAt,
  isPastDue,
  toIssue,
  type Outcome,
} from './transition-outcome.ts';
import type { PostIssue, Transition } from './transitions.ts';

type Transitions = {
  [Kind in EngineEvent['kind']]: (
    publication: Publication,
    event: Extract<EngineEvent, { kind: Kind }>,
    now: Date,
  ) => Outcome | undefined;
};

/** The writer has checked the fence of the worker. */
export const engineTransitions: Transitions = {
  wait(before, event, now) {
    const { state, issue, delays } = before;
    if (!isActive(state)) return undefined;
    const forecastAt = event.forecastMs === undefined ? null : after(now, event.forecastMs);
    const isLate = isPastDue(before, now);
    return conclude(before, event, now, {
      ...before,
      state: {
        ...state,
        nextStepAt: after(now, event.ms),
        polls: state.polls + (event.isPoll ? 1 : 0),
        isPending: state.isPending || isLate,
      },
      issue: event.keepsIssue ? issue : issueOrApprovalIssue(before, event.issue, forecastAt),
      delays: {
        byInstagram: delays.byInstagram || (isLate && event.isDelayedByInstagram === true),
        byOthers: delays.byOthers || (isLate && event.issue?.isAccountWide === true),
      },
    });
  },

  prepared(before, event, now) {
    const { state } = before;
    if (!isActive(state)) return undefined;
    const {
      containerId: container,
      igUserId: account,
      goodUntil,
      liveStoryIds,
    } = event.preparation;
    const prepared: Publication = {
      ...before,
      state: {
        kind: 'prepared',
        ...progressOf(state),
        nextStepAt: checkWhenPreparedAt(before, now),
        preparation: { container, account, goodUntil, liveStories: liveStoryIds },
      },
      issue: issueOrApprovalIssue(before, event.issue),
    };
    return conclude(before, event, now, prepared);
  },

  /** Without a new issue the displayed one stays until the post is prepared. */
  'prepare-again'(before, event, now) {
    const { state, issue } = before;
    if (!isActive(state)) return undefined;
    return conclude(before, event, now, {
      ...before,
      state: { kind: 'preparing', ...progressOf(state), nextStepAt: after(now, event.ms) },
      issue: event.issue === undefined ? issue : toIssue(event.issue),
    });
  },

  outage_cleared(before, event, now) {
    const { state, holds } = before;
    if (!isActive(state)) return undefined;
    return conclude(before, event, now, {
      ...before,
      state: { ...state, nextStepAt: now },
      holds: { ...holds, outage: null },
    });
  },

  /** The owner sees no issue yet, because the post may be published. */
  reconciling(before, event, now) {
    const { state } = before;
    if (!isActive(state)) return undefined;
    const preparation = reconciledPreparation(preparationOf(state), event.container);
    if (preparation === null) throw new Error('there is no container to reconcile');
    const { isPending, calls } = state;
    return conclude(before, event, now, {
      ...before,
      state: {
        kind: 'reconciling',
        nextStepAt: after(now, event.ms),
        polls: 0,
        isPending,
        calls: { ...calls, answer: event.code },
        preparation,
      },
    });
  },

  /** The call certainly had no effect. */
  'publish-again'(before, event, now) {
    const { state, holds, delays } = before;
    if (!isActive(state) || !isInFlight(state)) return undefined;
    const { ms, issue, uncountedReason } = event;
    const { calls, preparation } = state;
    const isUnsent = uncountedReason === 'never-sent' && calls.count <= 1;
    const safetyMs = holds.manualPrompt === null ? SAFETY_CHECK_DELAY_MS : 0;
    return conclude(before, event, now, {
      ...before,
      state: {
        kind: 'prepared',
        ...progressOf(state),
        nextStepAt: after(now, ms + safetyMs),
        calls: {
          ...calls,
          count: calls.count - (uncountedReason === undefined ? 0 : 1),
          intentAt: isUnsent ? null : calls.intentAt,
        },
        preparation,
      },
      issue: issue === undefined ? null : toIssue(issue, ms > 0 ? after(now, ms) : null),
      delays: { ...delays, byOthers: delays.byOthers || uncountedReason === 'refused' },
    });
  },

  published(before, event, now) {
    const { state, holds, delays } = before;
    if (!isActive(state)) return undefined;
    const preparation = preparationOf(state);
    const isByOwner = event.isManual === true;
    return conclude(before, event, now, {
      ...before,
      state: {
        kind: 'published',
        at: now,
        mediaId: event.mediaId,
        permalink: null,
        account: preparation?.account ?? event.igUserId ?? null,
        container: preparation?.container ?? null,
        isByOwner,
      },
      issue: null,
      delays: { ...delays, byOthers: delays.byOthers || isByOwner },
      holds: { ...holds, manual: null, missed: null },
    });
  },

  'by-hand'(before, event, now) {
    const { state, holds } = before;
    if (!isActive(state)) return undefined;
    return conclude(before, event, now, {
      ...before,
      state: {
        kind: 'manual',
        since: holds.manual?.since ?? now,
        preparation: preparationOf(state),
        calls: state.calls,
      },
      issue: manualIssue,
      holds: { ...holds, manual: null },
    });
  },

  /** A post that was approved too late is not held by a pause. */
  held(before, event, now) {
    const { state, holds, issue } = before;
    if (!isActive(state)) return undefined;
    const isApprovedLate = issue?.code === APPROVED_LATE;
    return conclude(before, event, now, {
      ...before,
      state: { kind: 'draft' },
      issue: heldIssue(issue),
      holds: { ...holds, missed: isApprovedLate ? null : (holds.missed ?? { at: now }) },
    });
  },

  unapproved(before, event, now) {
    if (!isActive(before.state)) return undefined;
    return conclude(before, event, now, {
      ...before,
      state: { kind: 'draft' },
      issue: unapprovedIssue,
    });
  },

  ended(before, event, now) {
    const { state } = before;
    if (!isActive(state)) return undefined;
    return conclude(before, event, now, {
      ...before,
      state: {
        kind: 'ended',
        outcome: event.status,
        preparation: preparationOf(state),
        calls: state.calls,
      },
      issue: toIssue(event.issue),
    });
  },

  /** The dispatcher writes the intents of many posts in one statement (claim.ts), which does the same. */
  intent_written(before, { worker, hasWaitedForTurn }, now) {
    const { state, delays } = before;
    if (state.kind !== 'prepared') return undefined;
    const { calls, preparation } = state;
    return {
      publication: {
        ...before,
        state: {
          kind: 'publishing',
          ...progressOf(state),
          nextStepAt: after(now, LEASE_MS),
          isPending: true,
          calls: { count: calls.count + 1, intentAt: now, answer: null },
          preparation,
          worker,
        },
        delays: { ...delays, byOthers: delays.byOthers || hasWaitedForTurn },
      },
      effects: [],
      isOvertaking: true,
    };
  },
};

const progressOf = ({ isPending, calls, nextStepAt }: ActiveState) => ({
  isPending,
  calls,
  nextStepAt,
  polls: 0,
});

/** The preparation of a post does not resolve the issue of an approver. */
function issueOrApprovalIssue(
  { issue: before }: Publication,
  issue: PostIssue | undefined,
  forecastAt: Date | null = null,
): DisplayedIssue | null {
  if (issue !== undefined) return toIssue(issue, forecastAt);
  const isOfApprover = before?.code === CHANGE_REQUESTED || before?.code === APPROVED_LATE;
  return isOfApprover ? { ...before, forecastAt: null } : null;
}

function reconciledPreparation(
  prepared: Preparation | null,
  container: { id: string; igUserId: string } | undefined,
): Preparation | null {
  if (container === undefined) return prepared;
  const { id, igUserId: account } = container;
  return {
    goodUntil: prepared?.goodUntil ?? null,
    liveStories: prepared?.liveStories ?? null,
    container: id,
    account,
  };
}

/** Adds what people are told, and the offer of manual publishing. */
function conclude(
  before: Publication,
  event: Transition,
  now: Date,
  publication: Publication,
): Outcome {
  const { effects, isPrompted } = effectsOf(before, event, now);
  const { post, holds } = publication;
  const { manualPrompt } = holds;
  const prompted = {
    at: manualPrompt?.at ?? now,
    dueAt: post.dueAt,
    checkedAt: manualPrompt?.checkedAt ?? null,
  };
  return {
    publication: isPrompted
      ? { ...publication, holds: { ...holds, manualPrompt: prompted } }
      : publication,
    effects,
    isOvertaking: false,
  };
}
