import { noAnswer } from '../../src/instagram/graph/errors.ts';
import {
  CLAIM_AHEAD_MS,
  INTENT_DEADLINE_MS,
  LEASE_MS,
  QUIESCENCE_MS,
} from '../../src/publishing/publishing.rules.ts';
import { isRuleActive } from '../../src/publishing/removable-rules.ts';
import { isActive, preparationOf } from '../../src/publishing/state.ts';
import { transition } from '../../src/publishing/transition.ts';
import type { EngineEvent, PublicationEvent } from '../../src/publishing/transition-events.ts';
import { approvalRequested, approvalWithdrawn } from '../../src/publishing/transition-events.ts';
import { apply, date, spend } from './apply-event.ts';
import { isClaimable } from './claimable.ts';
import { FIRST, OTHER, answersTo, beginStep, isUsable, type Answered } from './instagram.ts';
import type { Container, Hand, Situation } from './situation.ts';

export interface Successor {
  name: string;
  situation: Situation;
  /** A publish call is sent. */
  isCall?: true;
}

const MINUTE = 60_000;
/** Of a call that is sent as late as it may be, this ends with the quiescence time of its intent. */
export const EFFECT_MS = QUIESCENCE_MS - INTENT_DEADLINE_MS;
/** Between two publish calls of an account. */
export const GAP_MS = 8000;
const WORKER = '0199a7f0-0000-7000-8000-0000000000a1';

/** Everything that can happen next. */
export function successorsOf(situation: Situation): Successor[] {
  const successors = [
    ...stepSuccessors(situation),
    ...claimSuccessors(situation),
    ...handSuccessors(situation),
    ...effectSuccessors(situation),
    ...authorSuccessors(situation),
    ...accountSuccessors(situation),
    ...outageSuccessors(situation),
  ];
  for (const successor of successors) successor.situation = withoutOvertaken(successor.situation);
  return successors;
}

/** The fence refuses what an overtaken worker has found, whenever it records that. */
function withoutOvertaken(situation: Situation): Situation {
  const { hands, publication } = situation;
  if (!isRuleActive('one-worker') || hands.length === 0) return situation;
  const isRefused = (hand: Hand) => hand.kind === 'finding' && hand.fence !== publication.fence;
  return hands.some(isRefused)
    ? { ...situation, hands: hands.filter((hand) => !isRefused(hand)) }
    : situation;
}

/** The dispatcher cannot claim the post yet: the step is repeated later. */
const FRUITLESS_STEP = 'step: nothing';

/** What the engine does when nothing goes wrong any more. */
export const calmSuccessorsOf = (situation: Situation): Successor[] => [
  ...handSuccessors(situation).slice(0, 1),
  ...claimSuccessors(situation),
  ...stepSuccessors(situation)
    .filter(({ name }) => name !== FRUITLESS_STEP)
    .slice(0, 1),
];

const isLeased = ({ leasedUntil, now }: Situation) =>
  isRuleActive('one-worker') && leasedUntil > now;

/** A worker takes the post in hand, reads, and holds what it has found. */
function stepSuccessors(situation: Situation): Successor[] {
  const { publication, now } = situation;
  const { state } = publication;
  const isDue = isActive(state) && state.nextStepAt.getTime() <= now;
  if (!isDue || isLeased(situation) || situation.hands.length > 1) return [];
  const fence = publication.fence + 1;
  const taken = {
    ...situation,
    publication: { ...publication, fence },
    leasedUntil: now + LEASE_MS,
  };
  return findings(taken, { event: beginStep(taken), situation: taken, name: state.kind }).map(
    (found) => {
      if (found.event === 'claim') {
        const released = { ...found.situation, leasedUntil: 0 };
        const [claim] = claimSuccessors(released);
        return claim === undefined
          ? { name: FRUITLESS_STEP, situation: released }
          : { name: 'step: claim', situation: claim.situation };
      }
      const hand: Hand = { kind: 'finding', fence, event: found.event };
      return {
        name: `step: ${found.name}`,
        situation: { ...found.situation, hands: [...situation.hands, hand] },
      };
    },
  );
}

function findings(
  taken: Situation,
  { event, situation, name }: Answered,
): { event: EngineEvent | 'claim'; situation: Situation; name: string }[] {
  const outcome = transition(taken.publication, event, date(taken.now));
  const task = outcome?.effects.find((effect) => effect.kind === 'task')?.task;
  if (task === undefined) return [{ event, situation, name }];
  if (task.kind === 'claim') return [{ event: 'claim', situation, name }];
  return answersTo(task, situation).flatMap((answer) => findings(taken, answer));
}

/** When the account may publish again. Between calls of the post itself lies more: the quiescence time. */
const turnOf = ({ otherCalledAt }: Situation): number =>
  isRuleActive('publish-gap') ? otherCalledAt + GAP_MS : 0;

function claimSuccessors(situation: Situation): Successor[] {
  const { now, hands } = situation;
  const { publication, accounts, isPaused } = situation;
  const facts = {
    isPaused,
    isAccountReady:
      accounts.first.isConnected &&
      accounts.first.hold === null &&
      situation.appThrottledUntil <= now &&
      turnOf(situation) <= now + CLAIM_AHEAD_MS,
    hasContainer: isUsable(situation),
  };
  const isClaimed = !isLeased(situation) && isClaimable(publication, facts, date(now));
  if (!isClaimed || hands.length > 1) return [];
  const container = preparationOf(publication.state)?.container;
  const event = {
    kind: 'intent_written',
    worker: WORKER,
    hasWaited: false,
    isDelayedByGap: false,
  } as const;
  const written = isRuleActive('intent-first')
    ? apply(situation, event)
    : { ...situation, publication: { ...publication, fence: publication.fence + 1 } };
  if (container == null || written === undefined) return [];
  const claimed = isRuleActive('one-container') ? written : withoutContainer(written);
  const hand: Hand = {
    kind: 'intent',
    fence: written.publication.fence,
    claimedAt: now,
    container,
  };
  return [
    {
      name: 'claim',
      situation: { ...claimed, leasedUntil: now + LEASE_MS, hands: [...hands, hand] },
    },
  ];
}

function withoutContainer(situation: Situation): Situation {
  const { publication } = situation;
  const { state } = publication;
  if (state.kind !== 'publishing' && state.kind !== 'prepared') return situation;
  const preparation = { ...state.preparation, container: null };
  return { ...situation, publication: { ...publication, state: { ...state, preparation } } };
}

/** The best outcome first. */
function handSuccessors(situation: Situation): Successor[] {
  return situation.hands.flatMap((hand, index) => {
    const without = { ...situation, hands: situation.hands.toSpliced(index, 1) };
    const died =
      situation.left.faults > 0
        ? [{ name: 'worker dies', situation: spend(without, 'faults') }]
        : [];
    return hand.kind === 'finding'
      ? [record(without, hand), ...died]
      : [...callSuccessors(without, hand), ...died];
  });
}

function record(without: Situation, hand: Extract<Hand, { kind: 'finding' }>): Successor {
  const name = `record: ${hand.event.kind}`;
  const applied = apply(without, hand.event);
  return { name, situation: applied === undefined ? without : { ...applied, leasedUntil: 0 } };
}

function callSuccessors(without: Situation, hand: Extract<Hand, { kind: 'intent' }>): Successor[] {
  const { now, publication, left } = without;
  const { fence, claimedAt, container } = hand;
  const isStale = now - claimedAt > INTENT_DEADLINE_MS;
  const hold = (situation: Situation, event: EngineEvent): Situation => ({
    ...situation,
    hands: [...situation.hands, { kind: 'finding', fence, event }],
  });
  if (isStale && isRuleActive('intent-first')) {
    return [{ name: 'call is not sent', situation: hold(without, { kind: 'call_unsent' }) }];
  }
  if (now < publication.post.dueAt.getTime() || now < turnOf(without)) return [];
  const published = publishContainer(without, container);
  const sent = { ...without, calls: [...without.calls, { container, sentAt: now }] };
  const unanswered = (code: string): EngineEvent => ({ kind: 'call_unanswered', code });
  const succeeded = hold(published, { kind: 'call_succeeded', mediaId: '1' });
  const success: Successor = { name: 'call succeeds', situation: succeeded, isCall: true };
  if (left.faults === 0) return [success];
  const faults = [
    {
      name: 'call publishes without an answer',
      situation: hold(published, unanswered(noAnswer.code)),
    },
    { name: 'call is lost', situation: hold(without, unanswered(noAnswer.code)) },
    { name: 'call is open', situation: hold(sent, unanswered(noAnswer.code)) },
    {
      name: 'call is limited, with all of the app',
      situation: hold({ ...without, appThrottledUntil: now + 5 * MINUTE }, unanswered('4')),
    },
    { name: 'call is refused', situation: hold(without, unanswered('36003/2207009')) },
    { name: 'worker dies after a call that publishes', situation: published },
    { name: 'worker dies after a call', situation: sent },
  ];
  return [
    success,
    ...faults.map(({ name, situation }): Successor => ({
      name,
      situation: spend(situation, 'faults'),
      isCall: true,
    })),
  ];
}

function publishContainer(situation: Situation, id: string): Situation {
  const published = {
    ...situation,
    containers: situation.containers.map((container) =>
      container.id === id ? { ...container, truth: 'published' as const } : container,
    ),
  };
  return situation.containers.some((container) => container.id === id && container.isFormer)
    ? { ...published, formerMedia: situation.formerMedia + 1 }
    : { ...published, media: situation.media + 1 };
}

/** A call without an answer takes effect. */
const effectSuccessors = (situation: Situation): Successor[] =>
  situation.calls.flatMap(({ container, sentAt }, index) =>
    situation.now - sentAt <= EFFECT_MS
      ? [
          {
            name: 'call takes effect',
            situation: publishContainer(
              { ...situation, calls: situation.calls.toSpliced(index, 1) },
              container,
            ),
          },
        ]
      : [],
  );

function authorSuccessors(situation: Situation): Successor[] {
  if (situation.left.author === 0) return [];
  const { publication, now } = situation;
  const { post, state } = publication;
  const withDue = (ms: number, revision = post.revision): Situation => ({
    ...situation,
    publication: { ...publication, post: { ...post, dueAt: date(ms), revision } },
  });
  const isTried = preparationOf(state)?.container != null && situation.accounts.first.isConnected;
  const later = now + 5 * MINUTE;
  const risky = (changed: Situation) => ({
    ...changed,
    isOwnersRisk: changed.isOwnersRisk || publication.issue?.code === 'unverifiable',
  });
  const attempts: [string, Situation, PublicationEvent][] = [
    ['schedules', risky(withDue(later, post.revision + 1)), { kind: 'scheduled' }],
    ['edits', withDue(post.dueAt.getTime(), post.revision + 1), { kind: 'edited' }],
    ['moves', withDue(later), { kind: 'moved' }],
    ['publishes now', withDue(now), { kind: 'publish_now' }],
    [
      'tries again',
      risky(withDue(now, post.revision + (isTried ? 0 : 1))),
      { kind: 'retried', isTried },
    ],
    ['needs an approval', situation, approvalRequested],
    ['is approved', situation, approvalWithdrawn],
    ['takes over', risky(situation), { kind: 'manual_publishing_started' }],
  ];
  return attempts.flatMap(([name, changed, event]) => {
    // The lease of a worker keeps an author from changing the content.
    if (isLeased(situation) && ['edits', 'moves', 'publishes now'].includes(name)) return [];
    const applied = apply(changed, event);
    return applied === undefined
      ? []
      : [{ name: `author ${name}`, situation: spend(applied, 'author') }];
  });
}

function accountSuccessors(situation: Situation): Successor[] {
  if (situation.left.account === 0) return [];
  const { accounts, isPaused } = situation;
  const successors: Successor[] = [];
  const add = (name: string, changed: Situation, event: PublicationEvent) =>
    successors.push({ name, situation: spend(apply(changed, event) ?? changed, 'account') });
  const connected = (igUserId: string) => ({
    kind: 'account_connected' as const,
    withSameLogin: new Set([igUserId]),
  });
  const withFirst = (first: Situation['accounts']['first']): Situation => ({
    ...situation,
    accounts: { ...accounts, first },
  });
  const free = { isConnected: true, hold: null };
  if (accounts.first.isConnected) {
    const account = { account: FIRST, hasOtherAccount: accounts.other.isConnected };
    const gone = withFirst({ isConnected: false, hold: null });
    add('account is disconnected', gone, { kind: 'account_disconnected', ...account });
  } else add('account is connected', withFirst(free), connected(FIRST));
  if (accounts.first.hold !== null)
    add('account is released', withFirst(free), { kind: 'recheck' });
  if (!accounts.other.isConnected) {
    const both = { ...situation, accounts: { ...accounts, other: free } };
    add('other account is connected', both, connected(OTHER));
  }
  if (accounts.first.isConnected && !accounts.other.isConnected) {
    const switched = { ...situation, accounts: { first: noAccount, other: free } };
    const gone = { kind: 'account_disconnected', account: FIRST, hasOtherAccount: false } as const;
    add('account is switched', apply(switched, gone) ?? switched, connected(OTHER));
  }
  const isAsked = !accounts.first.isConnected && accounts.other.isConnected;
  if (isAsked && situation.publication.state.kind === 'preparing') {
    add('other account is confirmed', leaveAccount(situation), { kind: 'account_confirmed' });
  }
  if (isTurnOfOther(situation)) {
    const published = { ...situation, otherCalledAt: situation.now };
    successors.push({
      name: 'another post of the account is published',
      situation: spend(published, 'account'),
    });
  }
  if (isPaused) {
    const until = null;
    add('pause ends', { ...situation, isPaused: false }, { kind: 'pause_ended', until });
  } else add('pause begins', { ...situation, isPaused: true }, { kind: 'recheck' });
  return successors;
}

/** Only near the due time does another post matter. The gap after an intent of this post is longer than its call may wait. */
function isTurnOfOther(situation: Situation): boolean {
  const { publication, hands, now } = situation;
  const { state, post } = publication;
  return (
    state.kind === 'prepared' &&
    hands.every(({ kind }) => kind !== 'intent') &&
    now >= post.dueAt.getTime() - CLAIM_AHEAD_MS &&
    turnOf(situation) <= now
  );
}

const noAccount = { isConnected: false, hold: null };

/** The other account becomes the one that the post targets. A backup from before that is not restored here. */
const leaveAccount = (situation: Situation): Situation => ({
  ...situation,
  accounts: { first: situation.accounts.other, other: noAccount },
  backup: null,
  media: 0,
  formerMedia: situation.formerMedia + situation.media,
  containers: situation.containers.map((container) => ({
    ...container,
    isKnown: false,
    isFormer: true,
  })),
});

const forgotten = (container: Container): Container => ({ ...container, isKnown: false });

function outageSuccessors(situation: Situation): Successor[] {
  const { now, left, publication, containers, backup } = situation;
  const successors: Successor[] = [];
  if (left.faults > 0) {
    const since = date(now - 2 * MINUTE);
    const event = { kind: 'outage_found', since, until: date(now), isRestored: false } as const;
    const applied = apply({ ...situation, hands: [], isRestored: false }, event);
    if (applied !== undefined)
      successors.push({ name: 'outage', situation: spend(applied, 'faults') });
  }
  if (left.backups > 0 && backup === null && isActive(publication.state)) {
    const known = containers.filter(({ isKnown }) => isKnown).map(({ id }) => id);
    const taken = { publication, containers: known, takenAt: now };
    successors.push({
      name: 'backup',
      situation: spend({ ...situation, backup: taken }, 'backups'),
    });
  }
  if (left.backups > 0 && backup !== null) {
    const known = new Set(backup.containers);
    const restored: Situation = {
      ...situation,
      publication: backup.publication,
      leasedUntil: 0,
      hands: [],
      isRestored: true,
      backup: null,
      containers: containers.map((container) =>
        known.has(container.id) ? container : forgotten(container),
      ),
    };
    const event = {
      kind: 'outage_found',
      since: date(backup.takenAt),
      until: date(now + QUIESCENCE_MS),
      isRestored: true,
    } as const;
    const applied = apply(restored, event);
    successors.push({
      name: 'backup is restored',
      situation: spend(applied ?? restored, 'backups'),
    });
  }
  return successors;
}
