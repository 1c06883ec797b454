import { APPROVED_LATE, CHANGE_REQUESTED } from '@pontual/contract/posts/issue-codes.ts';
import { unapprovedIssue } from './awaiting-approval.ts';
import { effectsOf } from './engine-effects.ts';
import { manualIssue } from './manual-columns.ts';
import { manualPromptReason } from './manual-prompt.rules.ts';
import { leftToAuthor } from './pause-hold.ts';
import { LEASE_MS, SAFETY_CHECK_DELAY_MS } from './publishing.rules.ts';
import {
  isActive,
  isInFlight,
  isUncalled,
  preparationOf,
  type ActiveState,
  type DisplayedIssue,
  type Publication,
} from './state.ts';
import type { EngineEvent } from './transition-events.ts';
import {
  after,
  change,
  checkWhenPreparedAt,
  isPastDue,
  overtake,
  toDisplayedIssue,
  toPreparing,
  type Handlers,
  type Outcome,
} from './transition-outcome.ts';
import type { PostIssue, Transition } from './transitions.ts';

type ActivePublication = Publication & { state: ActiveState };
type TransitionOf<Kind> = Extract<Transition, { kind: Kind }>;

/** Of a publication that the engine has in hand; adds what people are told, and the offer of manual publishing. */
const step =
  <Kind extends Transition['kind']>(
    advance: (
      before: ActivePublication,
      event: TransitionOf<Kind>,
      now: Date,
    ) => Publication | undefined,
  ) =>
  (before: Publication, event: TransitionOf<Kind>, now: Date): Outcome | undefined => {
    const { state, post, holds } = before;
    const advanced = isActive(state) ? advance({ ...before, state }, event, now) : undefined;
    if (advanced === undefined) return undefined;
    const promptReason = manualPromptReason(event, before, now);
    const effects = effectsOf(before, event, promptReason, now);
    if (promptReason === undefined) return change(advanced, ...effects);
    const manualPrompt = holds.manualPrompt ?? { at: now, checkedAt: null };
    return change(
      { ...advanced, offeredFor: post.dueAt, holds: { ...advanced.holds, manualPrompt } },
      ...effects,
    );
  };

/** The writer has checked the fence of the worker. */
export const engineTransitions: Handlers<EngineEvent> = {
  wait: step<'wait'>((before, event, now) => {
    const { state, issue, delays } = before;
    const forecastAt = event.forecastMs === undefined ? null : after(now, event.forecastMs);
    const isLate = isPastDue(before, now);
    return {
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
    };
  }),

  prepared: step<'prepared'>((before, { preparation, issue }, now) => {
    const { state } = before;
    if (state.kind !== 'preparing') return undefined;
    return {
      ...before,
      state: {
        ...state,
        kind: 'prepared',
        nextStepAt: checkWhenPreparedAt(before, now),
        polls: 0,
        preparation,
      },
      issue: issueOrApprovalIssue(before, issue),
    };
  }),

  /** Without a new issue the displayed one stays until the post is prepared. */
  'prepare-again': step<'prepare-again'>((before, { ms, issue }, now) => ({
    ...before,
    state: toPreparing(before.state, { nextStepAt: after(now, ms), polls: 0 }),
    issue: issue === undefined ? before.issue : toDisplayedIssue(issue),
  })),

  outage_cleared: step<'outage_cleared'>((before, _event, now) => ({
    ...before,
    state: { ...before.state, nextStepAt: now },
    holds: { ...before.holds, outage: null },
  })),

  /** The displayed issue stays, because the post may be published. */
  reconciling: step<'reconciling'>((before, { ms, code, container }, now) => {
    const { state } = before;
    const prepared = preparationOf(state);
    const preparation =
      container === undefined
        ? prepared
        : {
            goodUntil: null,
            liveStories: null,
            ...prepared,
            container: container.id,
            account: container.igUserId,
          };
    if (preparation === null) return undefined;
    const calls = { ...state.calls, answer: code };
    const nextStepAt = after(now, ms);
    const { isPending } = state;
    return {
      ...before,
      state: { kind: 'reconciling', nextStepAt, polls: 0, isPending, calls, preparation },
    };
  }),

  /** The call certainly had no effect. Once: the answer to the commit may be lost, and the write repeated. */
  'publish-again': step<'publish-again'>((before, { ms, issue, uncountedReason }, now) => {
    const { state, holds, delays } = before;
    if (!isInFlight(state)) return undefined;
    const { calls, preparation, isPending } = state;
    const isUnsent = uncountedReason === 'never-sent' && calls.count <= 1;
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
  }),

  /** The recorder writes this for many posts in one statement (record-published.ts), which does the same. */
  published: step<'published'>((before, { mediaId, igUserId, isManual }, now) => {
    const { state, holds, delays } = before;
    const preparation = preparationOf(state);
    return {
      ...before,
      state: {
        kind: 'published',
        at: now,
        mediaId,
        permalink: null,
        account: preparation?.account ?? igUserId ?? null,
        container: preparation?.container ?? null,
        calls: state.calls,
        byOwnerSince: isManual ? (holds.manual?.since ?? now) : null,
      },
      issue: null,
      delays: { ...delays, byOthers: delays.byOthers || isManual === true },
      holds: { ...holds, manual: null, missed: null },
    };
  }),

  'by-hand': step<'by-hand'>((before, _event, now) => {
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
  }),

  held: step<'held'>((before, _event, now) =>
    isUncalled(before.state) ? leftToAuthor(before, now) : undefined,
  ),

  unapproved: step<'unapproved'>((before) =>
    isUncalled(before.state)
      ? { ...before, state: { kind: 'draft' }, issue: unapprovedIssue }
      : undefined,
  ),

  ended: step<'ended'>((before, { status, issue }) => {
    const { state } = before;
    const preparation = preparationOf(state);
    return {
      ...before,
      state: { kind: 'ended', outcome: status, preparation, calls: state.calls },
      issue: toDisplayedIssue(issue),
    };
  }),

  /** The dispatcher writes the intents of many posts in one statement (claim.ts), which does the same. */
  intent_written(before, { worker, hasWaitedForTurn }, now) {
    const { state, delays } = before;
    if (state.kind !== 'prepared') return undefined;
    return overtake({
      ...before,
      state: {
        ...state,
        kind: 'publishing',
        nextStepAt: after(now, LEASE_MS),
        isPending: true,
        calls: { count: state.calls.count + 1, intentAt: now, answer: null },
        worker,
      },
      delays: { ...delays, byOthers: delays.byOthers || hasWaitedForTurn },
    });
  },
};

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
