import { CHANGE_REQUESTED } from '@pontual/contract/posts/issue-codes.ts';
import {
  dueInMs,
  endTooLate,
  endUntried,
  endUnverifiable,
  endWith,
  isTooLate,
  prepareAgain,
  type EngineDecision,
} from './decisions.ts';
import {
  holdByAccount,
  holdBeforePreparation,
  holdByPeople,
  issueOf,
  type HoldKind,
  type HoldOf,
} from './holds.ts';
import type { StepFacts } from '../observations.ts';
import { withoutAccountIssue } from '../post-issues.ts';
import {
  ACCOUNT_HOLD_CHECK_MS,
  CLAIM_AHEAD_MS,
  CONVERSION_CHECK_MS,
  EDIT_DEBOUNCE_CUTOFF_MS,
  EDIT_DEBOUNCE_MS,
  EXPIRY_MS,
  GIVE_UP_MS,
  IDENTICAL_POST_CHECK_MS,
  PREPARE_AHEAD_MS,
  SAFETY_CHECK_DELAY_MS,
} from '../publishing.rules.ts';
import type { Prepared, Preparing, Publication, UncalledState } from '../state.ts';

export function decideStep(
  publication: Publication<UncalledState>,
  facts: StepFacts,
  now: Date,
): EngineDecision {
  const hold = holdByPeople(publication, facts.pauseId, now);
  if (hold !== undefined) return decideHeld(publication, hold, now);
  const { state } = publication;
  if (state.kind === 'prepared') return decidePrepared({ ...publication, state }, facts, now);
  const preparing = { ...publication, state };
  return unlessSuspected(preparing, decidePreparing(preparing, facts, now), now);
}

function decidePreparing(
  publication: Publication<Preparing>,
  facts: StepFacts,
  now: Date,
): EngineDecision {
  const { post, holds } = publication;
  if (dueInMs(publication, now) < -GIVE_UP_MS && !isStillListed(publication)) {
    return endTooLate(publication);
  }
  const hold = holdBeforePreparation(publication, facts);
  if (hold !== undefined) return decideHeld(publication, hold, now);
  const outage = holds.outage && ({ kind: 'outage', until: holds.outage.until } as const);
  // The evidence of a story is gone after a day.
  const isReadFirst = outage !== null && (outage.until > now || post.mediaType === 'STORIES');
  if (isReadFirst) return decideHeld(publication, outage, now);
  const ms = preparesInMs(publication, facts.editedAt, now);
  if (ms > 0) return { kind: 'wait', ms };
  if (outage !== null) return decideHeld(publication, outage, now);
  if (facts.media.isConverting) return decideHeld(publication, { kind: 'conversion' }, now);
  // A container in progress is finished, but no new one is created for a post that is too late.
  if (!facts.hasContainer && isTooLate(publication, now)) return endTooLate(publication);
  return { kind: 'task', task: { kind: 'prepare_containers' } };
}

/** What a step does about a hold. */
export function decideHeld<Kind extends HoldKind>(
  publication: Publication<UncalledState>,
  hold: HoldOf<Kind>,
  now: Date,
): EngineDecision {
  const decide: HeldDecisions[Kind] = heldDecisions[hold.kind];
  return decide(publication, hold, now);
}

type HeldDecisions = {
  [Kind in HoldKind]: (
    publication: Publication<UncalledState>,
    hold: HoldOf<Kind>,
    now: Date,
  ) => EngineDecision;
};

const heldDecisions: HeldDecisions = {
  manual_publishing: () => ({ kind: 'hand_over', effects: [] }),

  missed: (_publication, { pauseId }) => ({ kind: 'return_missed', pauseId }),

  /** The pause may end before the due time, by which the post must be prepared. */
  pause(publication, hold, now) {
    const ms = dueInMs(publication, now);
    const untilPreparationMs = ms > PREPARE_AHEAD_MS ? ms - PREPARE_AHEAD_MS : ms;
    return waitVisibly(publication, hold, untilPreparationMs, now);
  },

  approval(publication, hold, now) {
    const ms = dueInMs(publication, now);
    return ms <= 0 ? { kind: 'return_unapproved' } : waitVisibly(publication, hold, ms, now);
  },

  /** After a restored backup it is read once no earlier call can take effect. */
  outage(_publication, hold, now) {
    const ms = hold.until.getTime() - now.getTime();
    return ms <= 0 ? { kind: 'task', task: { kind: 'list_outage_media' } } : { kind: 'wait', ms };
  },

  /** The owner can correct it until the due time. */
  refused_media(publication, hold, now) {
    const ms = dueInMs(publication, now);
    const issue = issueOf(hold, publication.post, now);
    return ms <= 0 ? endWith('failed', issue) : { kind: 'wait', ms, issue };
  },

  /** The end of the conversion sends a job; the check is a safety net. */
  conversion(publication, hold, now) {
    const wait = { kind: 'wait', ms: CONVERSION_CHECK_MS, isDelayedByInstagram: true } as const;
    // Before the due time it is no delay.
    return dueInMs(publication, now) > 0
      ? wait
      : { ...wait, issue: issueOf(hold, publication.post, now) };
  },

  /** The owner is notified while there is time to connect an account. */
  no_account(publication, hold, now) {
    const ms = dueInMs(publication, now);
    if (ms <= 0) return endUntried(publication, withoutAccountIssue);
    return ms > PREPARE_AHEAD_MS
      ? { kind: 'wait', ms: ms - PREPARE_AHEAD_MS }
      : { kind: 'wait', ms, issue: issueOf(hold, publication.post, now) };
  },

  other_account(publication, hold, now) {
    const issue = issueOf(hold, publication.post, now);
    if (dueInMs(publication, now) >= -EXPIRY_MS) {
      return { kind: 'wait', ms: ACCOUNT_HOLD_CHECK_MS, issue };
    }
    const { code, cause } = issue;
    return endUntried(publication, { code, cause, action: 'try_again' });
  },

  /** A hold that needs the owner fails the post when it may no longer be late. */
  account(publication, hold, now) {
    const issue = issueOf(hold, publication.post, now);
    const wait = { kind: 'wait', ms: ACCOUNT_HOLD_CHECK_MS, issue } as const;
    if (isLimit(hold)) {
      const forecastMs = Math.max(0, hold.account.throttledForMs ?? 0, hold.quotaFreeInMs);
      return { ...wait, isDelayedByInstagram: true, forecastMs };
    }
    return isTooLate(publication, now) ? endWith('failed', issue) : wait;
  },

  identical_post: ({ post }, hold, now) => ({
    kind: 'wait',
    ms: IDENTICAL_POST_CHECK_MS,
    isDelayedByInstagram: true,
    issue: issueOf(hold, post, now),
  }),
};

/** A requested change stays visible. */
const waitVisibly = (
  { post, issue: before }: Publication,
  hold: HoldOf<'pause' | 'approval'>,
  ms: number,
  now: Date,
): EngineDecision =>
  before?.code === CHANGE_REQUESTED
    ? { kind: 'wait', ms, keepsIssue: true }
    : { kind: 'wait', ms, issue: issueOf(hold, post, now) };

/** These end without an action of a person. */
const isLimit = ({ reason }: HoldOf<'account'>): boolean =>
  reason === 'rate_limited' || reason === 'app_limited' || reason === 'quota';

/**
 * A post whose outage window is not reconciled does not end, and does not wait for ever. For a day its owner may
 * still connect the account that can decide it.
 */
export function unlessSuspected(
  publication: Publication<Preparing>,
  decision: EngineDecision,
  now: Date,
): EngineDecision {
  const { outage } = publication.holds;
  const ms = dueInMs(publication, now);
  if (outage === null || ms > 0) return decision;
  if (decision.kind === 'end') {
    return ms < -GIVE_UP_MS
      ? endUnverifiable
      : { kind: 'wait', ms: ACCOUNT_HOLD_CHECK_MS, issue: decision.issue };
  }
  const isOver = now.getTime() - outage.until.getTime() > GIVE_UP_MS;
  return isOver && decision.kind === 'wait' ? endUnverifiable : decision;
}

/** An account lists media permanently, but stories for one day; the backup may be older. */
const isStillListed = ({ post, holds }: Publication): boolean =>
  holds.outage !== null && post.mediaType !== 'STORIES';

/** Until the owner has stopped editing. */
function preparesInMs(
  publication: Publication<Preparing>,
  editedAt: Date | null,
  now: Date,
): number {
  const ms = dueInMs(publication, now);
  if (ms > PREPARE_AHEAD_MS) return ms - PREPARE_AHEAD_MS;
  const sinceEditMs = editedAt === null ? Infinity : now.getTime() - editedAt.getTime();
  return Math.min(EDIT_DEBOUNCE_MS - sinceEditMs, ms - EDIT_DEBOUNCE_CUTOFF_MS);
}

/** A safety net: the dispatcher claims prepared posts by itself, unless something holds them. */
function decidePrepared(
  publication: Publication<Prepared>,
  facts: StepFacts,
  now: Date,
): EngineDecision {
  const { holds } = publication;
  if (dueInMs(publication, now) < -GIVE_UP_MS) return endTooLate(publication);
  const isUsable = facts.hasContainer && isContainerUsable(publication, now);
  const isTarget = facts.account?.igUserId === publication.state.preparation.account;
  if (!isUsable || !isTarget) return prepareAgain;
  const hold = holdByAccount(facts);
  // The post keeps its container and its position until a limit ends.
  if (hold !== undefined) return isLimit(hold) ? decideHeld(publication, hold, now) : prepareAgain;
  if (isTooLate(publication, now)) return endTooLate(publication);
  if (dueInMs(publication, now) > CLAIM_AHEAD_MS)
    return { kind: 'task', task: { kind: 'check_account' } };
  if (facts.isBehindIdenticalPost) return decideHeld(publication, { kind: 'identical_post' }, now);
  const kind = holds.manualPrompt === null ? 'claim' : 'list_owner_media';
  return { kind: 'task', task: { kind } };
}

function isContainerUsable({ post, state, holds }: Publication<Prepared>, now: Date): boolean {
  const { goodUntil } = state.preparation;
  return holds.outage === null && goodUntil !== null && goodUntil > now && goodUntil > post.dueAt;
}

/** The account may publish: the dispatcher claims the post at its due time. */
export const waitForClaim = (publication: Publication, now: Date): EngineDecision => ({
  kind: 'wait',
  ms: dueInMs(publication, now) + SAFETY_CHECK_DELAY_MS,
  keepsIssue: true,
});
