import {
  findIssueByCode,
  issueForHoldReason,
  type InstagramIssue,
} from '../../instagram/graph/errors.ts';
import {
  endAfter,
  endUnverifiable,
  endWith,
  failWith,
  prepareAgain,
  retryLater,
  type EngineDecision,
} from './decisions.ts';
import type {
  AccountStanding,
  Candidates,
  ContainerReading,
  OutcomeFacts,
  SettledState,
} from '../observations.ts';
import { accountHoldKey } from './holds.ts';
import { toPostIssue, unconfirmedIssue, unreadableOutcomeIssue } from '../post-issues.ts';
import {
  ACCOUNT_HOLD_CHECK_MS,
  ACCOUNT_THROTTLE_MS,
  EXPIRY_MS,
  GIVE_UP_MS,
  MAX_PUBLISH_ATTEMPTS,
  MAX_UNKNOWN_ERROR_POLLS,
  POLLS_BEFORE_ISSUE,
  pollDelayMs,
  QUIESCENCE_MS,
} from '../publishing.rules.ts';
import { isRuleActive } from '../removable-rules.ts';
import type { InFlightState, Publication } from '../state.ts';
import { OWNER_INSISTS, type Effect } from './transition-outcome.ts';

/*
 * The same container is published again only if it is certainly not published, and never a second one while
 * the first may still be.
 */

export function decideReconciling(
  publication: Publication<InFlightState>,
  facts: OutcomeFacts,
): EngineDecision {
  if (!isRuleActive('reconcile-first') && publication.state.preparation.container !== null) {
    return { kind: 'call_again', ms: 0 };
  }
  if (facts.account === null) return giveUp(publication, null);
  if (facts.account.holdReason === 'app_limited' && !isPastGiveUp(publication, facts)) {
    return waitForApp(facts.account);
  }
  if (facts.container === null) return handedOver(publication, prepareAgain);
  return { kind: 'task', task: { kind: 'read_container', facts } };
}

/** Reading the outcome would prolong the throttle. */
function waitForApp({ holdCode, throttledForMs }: AccountStanding): EngineDecision {
  const issue = findIssueByCode(holdCode) ?? issueForHoldReason('app_limited');
  const ms = throttledForMs ?? ACCOUNT_HOLD_CHECK_MS;
  return { kind: 'wait', ms, issue, isDelayedByInstagram: true, forecastMs: ms };
}

export function decideContainerState(
  publication: Publication<InFlightState>,
  facts: OutcomeFacts,
  state: ContainerReading,
): EngineDecision {
  if (state === 'processing') {
    return isPastGiveUp(publication, facts)
      ? giveUp(publication, facts)
      : { kind: 'wait', ms: pollDelayMs(publication.state.polls), isPoll: true };
  }
  const list = { kind: 'task', task: { kind: 'list_candidates', facts, state } } as const;
  if (state === 'published') return list;
  const quiescentInMs = quietInMs(publication, facts);
  if (quiescentInMs > 0 && isRuleActive('certain-end')) return { kind: 'wait', ms: quiescentInMs };
  // Without a caption any other picture of the account would match.
  if (state === 'finished' && facts.caption !== 'unique' && isRuleActive('certain-end')) {
    return decideUnpublished(publication, facts);
  }
  return list;
}

/** While a call may be running no status of the container is final, except that it is published. */
function quietInMs({ state, holds }: Publication<InFlightState>, { at }: OutcomeFacts): number {
  const { intentAt } = state.calls;
  const callEndsAt = intentAt === null ? -Infinity : intentAt.getTime() + QUIESCENCE_MS;
  return Math.max(callEndsAt, holds.outage?.until.getTime() ?? -Infinity) - at.getTime();
}

export function decideCandidates(
  publication: Publication<InFlightState>,
  facts: OutcomeFacts,
  state: SettledState,
  candidates: Candidates,
): EngineDecision {
  const isStory = publication.post.mediaType === 'STORIES';
  const sameCaption = onlyOf(candidates.withSameCaption);
  if (state === 'published') {
    // Only one story is in flight at a time, so a new story that is bound to no other post is this one.
    const mediaId = isStory ? onlyOf(candidates.ids) : sameCaption;
    return becomeVerified(facts.caption === 'shared' ? null : mediaId);
  }
  if (!isRuleActive('certain-end')) return prepareWithout(publication, facts, 'failed');
  if (sameCaption !== null && facts.caption === 'unique') return becomeVerified(sameCaption);
  if (state === 'finished') return decideUnpublished(publication, facts);
  // A medium may be this post: a second container could publish it twice.
  const suspects = isStory ? candidates.ids : candidates.withSameCaption;
  return suspects.length > 0 || isPastGiveUp(publication, facts)
    ? giveUp(publication, facts)
    : prepareWithout(publication, facts, state);
}

const onlyOf = (ids: readonly string[]): string | null =>
  ids.length === 1 ? (ids[0] ?? null) : null;

const becomeVerified = (mediaId: string | null): EngineDecision => ({
  kind: 'become_published',
  mediaId,
  isVerified: true,
});

/** No call can be running, so this status of the container is final. */
function decideUnpublished(
  publication: Publication<InFlightState>,
  facts: OutcomeFacts,
): EngineDecision {
  if (isPastGiveUp(publication, facts)) return giveUp(publication, facts);
  return handedOver(
    publication,
    // The owner has changed the post since, so this container has the old content.
    facts.container?.isOutdated === true ? prepareAgain : decideAfterRefusal(publication, facts),
  );
}

function decideAfterRefusal(
  publication: Publication<InFlightState>,
  { at, account }: OutcomeFacts,
): EngineDecision {
  const { post, state, delays } = publication;
  const { answer, count } = state.calls;
  const issue = findIssueByCode(answer, account?.login);
  const again = { kind: 'call_again', ms: 0 } as const;
  switch (issue?.class) {
    case 'content':
      return failWith(issue);
    case 'blocked':
      return failWith(issue, undefined, [block(publication, issue)]);
    case 'quota':
    case 'rate_limited': {
      const ms = ACCOUNT_THROTTLE_MS[issue.class];
      return { ...again, ms, uncountedReason: 'refused', issue };
    }
    case 'reconnect':
    case 'app_limited':
      return { ...again, uncountedReason: 'refused', issue };
    case 'transient':
    case 'not_ready':
    case undefined: {
      // Without a limit of attempts, as long as the post may be late.
      const mayBeLate = at.getTime() - post.dueAt.getTime() < EXPIRY_MS || delays.byInstagram;
      return mayBeLate ? again : endAfter(answer, endWith('failed', unconfirmedIssue));
    }
    case 'new_container':
    case 'bug':
      return count < MAX_PUBLISH_ATTEMPTS ? again : endWith('failed', unconfirmedIssue);
  }
}

const block = ({ state }: Publication<InFlightState>, { code }: InstagramIssue): Effect => ({
  kind: 'block_account',
  account: state.preparation.account,
  code,
  ms: ACCOUNT_THROTTLE_MS.blocked,
});

/** `isPublished`: the container is, and only its medium could not be found. */
export function decideUnreadable(
  publication: Publication<InFlightState>,
  facts: OutcomeFacts,
  { issue, isPublished }: { issue: InstagramIssue; isPublished: boolean },
): EngineDecision {
  const { polls } = publication.state;
  const isOver = isPastGiveUp(publication, facts);
  const mayPass = ['transient', 'rate_limited', 'app_limited'].includes(issue.class);
  // The publication is certain; the id of its medium is not worth a long wait.
  if (isPublished && (isOver || !mayPass || polls >= MAX_UNKNOWN_ERROR_POLLS)) {
    return becomeVerified(null);
  }
  if (isOver) return giveUp(publication, facts);
  if (issue.class !== 'reconnect') {
    return retryLater(
      publication,
      polls >= POLLS_BEFORE_ISSUE ? unreadableOutcomeIssue(issue) : undefined,
    );
  }
  // Held until the owner authorizes again; the token of an ended connection never works again.
  if (facts.account === null || facts.account.isEnded) return giveUp(publication, facts);
  return {
    kind: 'wait',
    ms: ACCOUNT_HOLD_CHECK_MS,
    issue: {
      ...toPostIssue(issue, undefined),
      isAccountWide: true,
      notificationKey: accountHoldKey(facts.account, 'reconnect'),
    },
  };
}

function isPastGiveUp({ post, state }: Publication<InFlightState>, { at }: OutcomeFacts): boolean {
  const since = state.calls.intentAt ?? post.dueAt;
  return at.getTime() - since.getTime() > GIVE_UP_MS;
}

/** If the owner has checked Instagram and insists, the post is prepared again. */
const giveUp = (
  publication: Publication<InFlightState>,
  facts: OutcomeFacts | null,
): EngineDecision =>
  publication.state.calls.answer === OWNER_INSISTS
    ? prepareWithout(publication, facts, null)
    : endUnverifiable;

/** With another container. `failure` counts against its content. */
function prepareWithout(
  publication: Publication<InFlightState>,
  facts: OutcomeFacts | null,
  failure: string | null,
): EngineDecision {
  const id = facts?.container?.id;
  const effects: Effect[] = id === undefined ? [] : [{ kind: 'discard_container', id, failure }];
  return handedOver(publication, { kind: 'prepare_again', effects });
}

/** A post that its owner takes over passes to them if it is certainly not published. */
function handedOver(
  publication: Publication<InFlightState>,
  decision: EngineDecision,
): EngineDecision {
  if (!isRuleActive('manual-hold') || publication.holds.manual === null) return decision;
  return { kind: 'hand_over', effects: 'effects' in decision ? decision.effects : [] };
}
