import { CHANGE_REQUESTED } from '@pontual/contract/posts/issue-codes.ts';
import type { AccountHoldReason } from '../instagram/connection/accounts.ts';
import {
  dueInMs,
  endTooLate,
  endUntried,
  endUnverifiable,
  endWith,
  isTooLate,
  prepareAgain,
  type EngineDecision,
  type Wait,
} from './decisions.ts';
import type { AccountStanding, StepFacts } from './observations.ts';
import {
  accountHoldIssue,
  awaitingApprovalIssue,
  convertingIssue,
  identicalPostIssue,
  mediaRefusedIssue,
  noAccountIssue,
  otherAccountIssue,
  pausedIssue,
  withoutAccountIssue,
  type PostIssue,
} from './post-issues.ts';
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
} from './publishing.rules.ts';
import { isRuleActive } from './removable-rules.ts';
import type { Prepared, Preparing, Publication, State, UncalledState } from './state.ts';

export const isPreparing = (state: State): state is Preparing => state.kind === 'preparing';
export const isPrepared = (state: State): state is Prepared => state.kind === 'prepared';

export function decideStep(
  publication: Publication<UncalledState>,
  facts: StepFacts,
  now: Date,
): EngineDecision {
  const hold = decideHold(publication, facts, now);
  if (hold !== undefined) return hold;
  const { state } = publication;
  if (state.kind === 'prepared') return decidePrepared({ ...publication, state }, facts, now);
  const preparing = { ...publication, state };
  return unlessSuspected(preparing, decidePreparing(preparing, facts, now), now);
}

/** An outage window is still reconciled, because that only reads. */
function decideHold(
  publication: Publication<UncalledState>,
  { pauseId }: StepFacts,
  now: Date,
): EngineDecision | undefined {
  const { holds } = publication;
  if (holds.outage !== null) return undefined;
  if (isRuleActive('whileByHand') && holds.manual !== null)
    return { kind: 'hand_over', effects: [] };
  if (pauseId !== null || holds.missed !== null) {
    const paused = decidePaused(publication, pauseId, now);
    if (paused !== undefined) return paused;
  }
  return isRuleActive('whileAwaiting') ? decideAwaiting(publication, now) : undefined;
}

function decidePaused(
  publication: Publication<UncalledState>,
  pauseId: string | null,
  now: Date,
): EngineDecision | undefined {
  const ms = dueInMs(publication, now);
  if (ms <= 0) return { kind: 'return_missed', pauseId };
  if (pauseId === null) return undefined;
  // The pause may end before the due time, by which the post must be prepared.
  return waitVisibly(publication, ms > PREPARE_AHEAD_MS ? ms - PREPARE_AHEAD_MS : ms, pausedIssue);
}

/** The post is still prepared, so that a late approval is in time. */
function decideAwaiting(
  publication: Publication<UncalledState>,
  now: Date,
): EngineDecision | undefined {
  const { post, state, holds } = publication;
  if (holds.approval === null) return undefined;
  const ms = dueInMs(publication, now);
  if (ms <= 0) return { kind: 'return_unapproved' };
  if (state.kind === 'preparing') return undefined;
  return waitVisibly(publication, ms, awaitingApprovalIssue(post, holds.approval.since, now));
}

/** A requested change stays visible. */
const waitVisibly = ({ issue: before }: Publication, ms: number, issue: PostIssue): Wait =>
  before?.code === CHANGE_REQUESTED
    ? { kind: 'wait', ms, keepsIssue: true }
    : { kind: 'wait', ms, issue };

function decidePreparing(
  publication: Publication<Preparing>,
  facts: StepFacts,
  now: Date,
): EngineDecision {
  const { post, holds } = publication;
  const { account, media } = facts;
  if (dueInMs(publication, now) < -GIVE_UP_MS && !isStillListed(publication)) {
    return endTooLate(publication);
  }
  // The outage window is reconciled first, whatever the state of the file.
  if (media.refusal !== null && holds.outage === null) {
    return waitUntilDue(publication, mediaRefusedIssue(post, media.refusal), now);
  }
  if (account === null) return waitForConnection(publication, now);
  if (post.target !== null && post.target !== account.igUserId) {
    return askForConfirmation(publication, account, facts.targetUsername, now);
  }
  if (account.holdReason !== null) {
    return waitForAccount(publication, account, account.holdReason, facts.quotaFreeInMs, now);
  }
  const waitMs = preparesInMs(publication, facts.editedAt, now);
  if (waitMs > 0) return { kind: 'wait', ms: waitMs };
  if (holds.outage !== null) return { kind: 'task', task: { kind: 'list_outage_media' } };
  if (media.isConverting) return waitForConversion(publication, now);
  // A container in progress is finished, but no new one is created for a post that is too late.
  if (!facts.hasContainer && isTooLate(publication, now)) return endTooLate(publication);
  return { kind: 'task', task: { kind: 'prepare_containers' } };
}

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

/** The owner can correct it until then. */
function waitUntilDue(publication: Publication<Preparing>, issue: PostIssue, now: Date) {
  const ms = dueInMs(publication, now);
  return ms <= 0 ? endWith('failed', issue) : ({ kind: 'wait', ms, issue } as const);
}

/** The owner is notified while there is time to connect an account. */
function waitForConnection(publication: Publication<Preparing>, now: Date): EngineDecision {
  const ms = dueInMs(publication, now);
  if (ms <= 0) return endUntried(publication, withoutAccountIssue);
  if (ms > PREPARE_AHEAD_MS) return { kind: 'wait', ms: ms - PREPARE_AHEAD_MS };
  return { kind: 'wait', ms, issue: noAccountIssue(publication.post) };
}

function askForConfirmation(
  publication: Publication<Preparing>,
  account: AccountStanding,
  targetUsername: string | null,
  now: Date,
): EngineDecision {
  const issue = otherAccountIssue(publication.post, targetUsername, account);
  if (dueInMs(publication, now) >= -EXPIRY_MS) {
    return { kind: 'wait', ms: ACCOUNT_HOLD_CHECK_MS, issue };
  }
  const { code, cause } = issue;
  return endUntried(publication, { code, cause, action: 'try_again' });
}

/** Limits end without an action of a user. */
const isLimit = (holdReason: AccountHoldReason | null): holdReason is 'rate_limited' | 'quota' =>
  holdReason === 'rate_limited' || holdReason === 'quota';

/** A hold that needs the owner fails the post when it may no longer be late. */
export function waitForAccount(
  publication: Publication<UncalledState>,
  account: AccountStanding,
  holdReason: AccountHoldReason,
  quotaFreeInMs: number,
  now: Date,
): EngineDecision {
  const issue = accountHoldIssue(account, holdReason);
  const wait = { kind: 'wait', ms: ACCOUNT_HOLD_CHECK_MS, issue } as const;
  if (isLimit(holdReason)) {
    const forecastMs = Math.max(0, account.throttledForMs ?? 0, quotaFreeInMs);
    return { ...wait, isDelayedByInstagram: true, forecastMs };
  }
  return isTooLate(publication, now) ? endWith('failed', issue) : wait;
}

/** Until the owner has stopped editing, and after a restore until no earlier call can take effect. */
function preparesInMs(
  publication: Publication<Preparing>,
  editedAt: Date | null,
  now: Date,
): number {
  const { post, holds } = publication;
  const quietInMs = holds.outage === null ? 0 : holds.outage.until.getTime() - now.getTime();
  // The evidence of a story is gone after a day.
  if (quietInMs > 0 || (holds.outage !== null && post.mediaType === 'STORIES')) return quietInMs;
  const ms = dueInMs(publication, now);
  if (ms > PREPARE_AHEAD_MS) return ms - PREPARE_AHEAD_MS;
  const sinceEditMs = editedAt === null ? Infinity : now.getTime() - editedAt.getTime();
  return Math.min(EDIT_DEBOUNCE_MS - sinceEditMs, ms - EDIT_DEBOUNCE_CUTOFF_MS);
}

/** The end of the conversion sends a job; the check is a safety net. */
function waitForConversion(publication: Publication<Preparing>, now: Date): EngineDecision {
  const wait = { kind: 'wait', ms: CONVERSION_CHECK_MS, isDelayedByInstagram: true } as const;
  return dueInMs(publication, now) > 0 ? wait : { ...wait, issue: convertingIssue };
}

/** A safety net: the dispatcher claims prepared posts by itself, unless something holds them. */
function decidePrepared(
  publication: Publication<Prepared>,
  facts: StepFacts,
  now: Date,
): EngineDecision {
  const { holds } = publication;
  const { account } = facts;
  if (dueInMs(publication, now) < -GIVE_UP_MS) return endTooLate(publication);
  const isUsable = facts.hasContainer && isContainerUsable(publication, now);
  const isTarget = account?.igUserId === publication.state.preparation.account;
  // A limit ends by itself: the post keeps its container and its position.
  if (isUsable && isTarget && isLimit(account.holdReason)) {
    return waitForAccount(publication, account, account.holdReason, facts.quotaFreeInMs, now);
  }
  if (!isUsable || !isTarget || account.holdReason !== null) return prepareAgain;
  if (isTooLate(publication, now)) return endTooLate(publication);
  if (dueInMs(publication, now) > CLAIM_AHEAD_MS)
    return { kind: 'task', task: { kind: 'check_account' } };
  if (facts.isBehindIdenticalPost) {
    return {
      kind: 'wait',
      ms: IDENTICAL_POST_CHECK_MS,
      isDelayedByInstagram: true,
      issue: identicalPostIssue,
    };
  }
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
