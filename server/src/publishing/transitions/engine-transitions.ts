import { applyDecision } from './apply-decision.ts';
import {
  endUnverifiable,
  endWith,
  prepareAgain,
  retryLater,
  type EngineDecision,
} from './decisions.ts';
import {
  decideCandidates,
  decideContainerState,
  decideReconciling,
  decideUnreadable,
} from './outcome-decisions.ts';
import {
  decideAfterFailure,
  decideContainers,
  decideOutageMedia,
  decideOwnContainers,
} from './preparation-decisions.ts';
import { internalErrorIssue, toRetriedIssue } from '../post-issues.ts';
import { EXPIRY_MS, FIRST_RECONCILE_DELAY_MS, GIVE_UP_MS, LEASE_MS } from '../publishing.rules.ts';
import { isRuleActive } from '../removable-rules.ts';
import {
  isActive,
  isInFlight,
  isPrepared,
  isPreparing,
  isUncalled,
  type ActiveState,
  type Publication,
  type State,
} from '../state.ts';
import { decideHeld, decideStep, unlessSuspected, waitForClaim } from './step-decisions.ts';
import type { EngineEvent } from '../transition-events.ts';
import { after, overtake, type Handlers, type Outcome } from './transition-outcome.ts';

type EventOf<Kind> = Extract<EngineEvent, { kind: Kind }>;

/** A decision that is made only in states that `isIn` names. */
const decide =
  <Event, Known extends State>(
    isIn: (state: State) => state is Known,
    decisionFor: (publication: Publication<Known>, event: Event, now: Date) => EngineDecision,
  ) =>
  (before: Publication, event: Event, now: Date): Outcome | undefined => {
    const { state } = before;
    return isIn(state)
      ? applyDecision(before, decisionFor({ ...before, state }, event, now), now)
      : undefined;
  };

export const engineTransitions: Handlers<EngineEvent> = {
  step_due: decide(isUncalled, (publication, { facts }, now) =>
    decideStep(publication, facts, now),
  ),

  account_checked: decide(isPrepared, (publication, _event, now) => waitForClaim(publication, now)),

  /** A prepared post is prepared again when the account may publish. */
  account_refused: decide(isUncalled, (publication, event, now) => {
    if (!isPreparing(publication.state)) return prepareAgain;
    const { account, issue } = event;
    const { state } = publication;
    const reason = issue.class === 'blocked' ? 'blocked' : 'reconnect';
    const hold = { kind: 'account', account, reason, quotaFreeInMs: 0 } as const;
    const preparing = { ...publication, state };
    return unlessSuspected(preparing, decideHeld(preparing, hold, now), now);
  }),

  containers_read: decide(isPreparing, (publication, { reading }) =>
    decideContainers(publication, reading),
  ),

  preparation_failed: decide(isPreparing, (publication, event, now) =>
    unlessSuspected(publication, decideAfterFailure(publication, event, now), now),
  ),

  outage_media_listed: decide(isPreparing, (_publication, { media }) => decideOutageMedia(media)),

  own_containers_read: decide(isPreparing, (publication, event) =>
    decideOwnContainers(publication, event.media, event.containers),
  ),

  /** Prevents a second publication. */
  owner_media_listed: decide(isPrepared, (publication, { media }) => {
    const { match, mayBeOurs } = media;
    switch (match.kind) {
      case 'none':
        return { kind: 'confirm_automatic' };
      case 'found': {
        const { mediaId } = match;
        return { kind: 'become_published', mediaId, isVerified: true, isManual: true };
      }
      case 'unclear':
        return mayBeOurs
          ? { ...retryLater(publication), isDelayedByInstagram: true, keepsIssue: true }
          : endUnverifiable;
    }
  }),

  owner_media_unreadable: decide(isPrepared, (publication, { issue }) =>
    retryLater(publication, toRetriedIssue(issue)),
  ),

  /** The worker that wrote the intent is gone, or the outcome of its call is unknown. */
  outcome_due: decide(isInFlight, (publication, { facts }) =>
    decideReconciling(publication, facts),
  ),

  container_read: decide(isInFlight, (publication, { facts, state }) =>
    decideContainerState(publication, facts, state),
  ),

  candidates_listed: decide(isInFlight, (publication, event) =>
    decideCandidates(publication, event.facts, event.state, event.candidates),
  ),

  outcome_unreadable: decide(isInFlight, (publication, event) =>
    decideUnreadable(publication, event.facts, event),
  ),

  step_failed: decide(isActive, decideAfterFault),

  /** The dispatcher writes the intents of many posts in one statement (claim-and-record.ts), which does the same. */
  intent_written(before, { worker, hasWaited, isDelayedByGap }, now) {
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
      delays: {
        ...delays,
        byOthers: delays.byOthers || hasWaited,
        byGap: delays.byGap || isDelayedByGap,
      },
    });
  },

  /** The recorder writes this for many posts in one statement (claim-and-record.ts), which does the same. */
  call_succeeded: decide(isActive, (_publication, { mediaId }) => ({
    kind: 'become_published',
    mediaId,
    isVerified: false,
  })),

  call_unanswered: decide(isActive, (_publication, { code }) =>
    isRuleActive('reconcile-first')
      ? { kind: 'reconcile', ms: FIRST_RECONCILE_DELAY_MS, code }
      : { kind: 'call_again', ms: 0 },
  ),

  call_unsent: decide(isInFlight, () => ({
    kind: 'call_again',
    ms: 0,
    uncountedReason: 'never_sent',
  })),
};

/** Retries until the post expires, or until it is unverifiable if it may be published. */
function decideAfterFault(
  publication: Publication<ActiveState>,
  { reference }: EventOf<'step_failed'>,
  now: Date,
): EngineDecision {
  const { post, state, holds } = publication;
  const { intentAt } = state.calls;
  const sinceDueMs = now.getTime() - post.dueAt.getTime();
  const sinceIntentMs = intentAt === null ? 0 : now.getTime() - intentAt.getTime();
  if (intentAt !== null || holds.outage !== null) {
    if (Math.max(sinceDueMs, sinceIntentMs) > GIVE_UP_MS) return endUnverifiable;
  } else if (sinceDueMs > EXPIRY_MS) return endWith('error', internalErrorIssue(reference));
  return retryLater(publication);
}
