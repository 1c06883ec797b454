import {
  CLAIM_AHEAD_MS,
  EXPIRY_MS,
  GIVE_UP_MS,
  INTENT_DEADLINE_MS,
  LEASE_MS,
  MIN_FAILING_MS,
  PREPARE_AHEAD_MS,
  QUIESCENCE_MS,
} from '../../src/publishing/publishing.rules.ts';
import { callsOf, isActive, preparationOf } from '../../src/publishing/state.ts';
import { brokenInvariant } from './invariants.ts';
import { calmSuccessorsOf, EFFECT_MS, GAP_MS, successorsOf, type Successor } from './successors.ts';
import type { EngineEvent } from '../../src/publishing/transition-events.ts';
import type { Situation } from './situation.ts';

export interface Exploration {
  situations: number;
  transitions: number;
  violation: Violation | undefined;
}

/** What is wrong, and how it came to that. */
export interface Violation {
  broken: string;
  trace: string[];
}

interface Node {
  situation: Situation;
  name: string;
  from: Node | undefined;
}

/** Walks everything that can become of a post, in every order, until it finds a broken invariant. */
export function explore(start: Situation): Exploration {
  const seen = new Set<string>([keyOf(start)]);
  const settled = new Set<string>();
  const nodes: Node[] = [{ situation: start, name: 'start', from: undefined }];
  let transitions = 0;
  // The walk appends to the list: the shortest way to a violation is found first.
  for (const node of nodes) {
    for (const successor of [...successorsOf(node.situation), ...timeSuccessors(node.situation)]) {
      const { name, situation } = successor;
      transitions += 1;
      const next: Node = { situation, name, from: node };
      const broken = brokenInvariant(node.situation, successor);
      if (broken !== undefined) {
        return { situations: seen.size, transitions, violation: { broken, trace: traceOf(next) } };
      }
      const key = keyOf(situation);
      if (seen.has(key)) continue;
      seen.add(key);
      nodes.push(next);
      if (!settles(situation, settled)) {
        const broken = 'time does not leave this state';
        return { situations: seen.size, transitions, violation: { broken, trace: traceOf(next) } };
      }
    }
  }
  return { situations: seen.size, transitions, violation: undefined };
}

const traceOf = (node: Node | undefined): string[] =>
  node === undefined ? [] : [...traceOf(node.from), node.name];

/** A day in steps of a minute. */
const MAX_CALM_SUCCESSORS = 10_000;

/** Without more faults and changes the post ends by itself. */
function settles(start: Situation, settled: Set<string>): boolean {
  const path: string[] = [];
  let situation = start;
  for (let successors = 0; successors < MAX_CALM_SUCCESSORS; successors += 1) {
    const key = calmKeyOf(situation);
    if (!isActive(situation.publication.state) || settled.has(key)) {
      for (const passed of path) settled.add(passed);
      return true;
    }
    path.push(key);
    const [next] = [...calmSuccessorsOf(situation), ...timeSuccessors(situation)];
    if (next === undefined) return false;
    ({ situation } = next);
  }
  return false;
}

/** The moments at which a decision may change, in ms since the due time, the intent and so on. */
const sinceDue = [
  -PREPARE_AHEAD_MS,
  -2000,
  0,
  10 * 60_000,
  MIN_FAILING_MS,
  EXPIRY_MS + 1,
  GIVE_UP_MS + 1,
];
const sinceOtherCall = [GAP_MS - CLAIM_AHEAD_MS, GAP_MS];
const sinceIntent = [INTENT_DEADLINE_MS + 1, LEASE_MS + 1, QUIESCENCE_MS + 1, GIVE_UP_MS + 1];

/** To the next step, and to the next of those moments: a step may come late. */
function timeSuccessors(situation: Situation): Successor[] {
  const { publication, now, leasedUntil, hands, calls } = situation;
  const { post, state, holds } = publication;
  const deadlines = [
    ...sinceDue.map((ms) => post.dueAt.getTime() + ms),
    ...sinceIntentOf(situation).flatMap((at) => sinceIntent.map((ms) => at + ms)),
    ...calls.map(({ sentAt }) => sentAt + EFFECT_MS + 1),
    ...hands.map((hand) => (hand.kind === 'intent' ? hand.claimedAt + INTENT_DEADLINE_MS + 1 : 0)),
    leasedUntil,
    ...sinceOtherCall.map((ms) => situation.otherCalledAt + ms),
    situation.appThrottledUntil,
    holds.outage?.until.getTime() ?? 0,
    isActive(state) ? state.nextStepAt.getTime() : 0,
  ];
  const next = Math.min(...deadlines.filter((at) => at > now));
  if (next === Infinity) return [];
  const calls_ = calls.filter(({ sentAt }) => next - sentAt <= EFFECT_MS);
  return [
    {
      name: `until ${describe(next - post.dueAt.getTime())}`,
      situation: { ...situation, now: next, calls: calls_ },
    },
  ];
}

const describe = (ms: number) => `${(ms / 60_000).toFixed(2)} min`;

const sinceIntentOf = ({ publication }: Situation): number[] => {
  const { intentAt } = callsOf(publication.state);
  return intentAt === null ? [] : [intentAt.getTime()];
};

const keyOf = (situation: Situation): string =>
  [
    calmKeyOf(situation),
    situation.backup === null,
    situation.isOwnersRisk,
    ...Object.values(situation.left),
  ].join('|');

/** Two situations with the same key differ in nothing that a decision depends on. */
function calmKeyOf(situation: Situation): string {
  const { publication, now, leasedUntil, hands, containers, calls, accounts } = situation;
  const { post, state, holds, delays, issue, offeredFor } = publication;
  const zone = (at: number, moments: readonly number[]) =>
    moments.filter((ms) => now >= at + ms).length;
  const { count, intentAt, answer } = callsOf(state);
  const preparation = preparationOf(state);
  const polls = isActive(state) ? Math.min(state.polls, 1) : 0;
  return [
    state.kind,
    state.kind === 'ended' ? state.outcome : '',
    polls,
    isActive(state) ? [state.nextStepAt.getTime() <= now, state.isPending] : '',
    zone(post.dueAt.getTime(), sinceDue),
    intentAt === null ? '' : zone(intentAt.getTime(), sinceIntent),
    Math.min(count, 2),
    answer,
    preparation?.container,
    (preparation?.goodUntil?.getTime() ?? 0) > now,
    preparation === null,
    post.revision,
    issue?.code,
    holds.approval !== null,
    holds.missed !== null,
    holds.manual !== null,
    holds.manualPrompt === null
      ? ''
      : (holds.manualPrompt.checkedAt?.getTime() ?? 0) > now - 60_000,
    holds.outage === null ? '' : holds.outage.until.getTime() > now,
    delays.byInstagram,
    offeredFor?.getTime() === post.dueAt.getTime(),
    leasedUntil > now,
    hands.map((hand) => [
      hand.fence === publication.fence,
      hand.kind === 'intent' ? now - hand.claimedAt > INTENT_DEADLINE_MS : textOf(hand.event),
    ]),
    containers.map((one) => [one.revision, one.isKnown, one.isDead, one.isFormer, one.truth]),
    calls.length,
    situation.media,
    situation.formerMedia,
    Object.values(accounts).map(({ isConnected, hold }) => [isConnected, hold]),
    situation.isPaused,
    situation.appThrottledUntil > now,
    zone(situation.otherCalledAt, sinceOtherCall),
    situation.isRestored,
  ].join('|');
}

const texts = new WeakMap<EngineEvent, string>();

function textOf(event: EngineEvent): string {
  const text = texts.get(event) ?? JSON.stringify(event, withoutTimes);
  texts.set(event, text);
  return text;
}

const withoutTimes = (name: string, value: unknown): unknown =>
  name === 'at' || name === 'goodUntil' || name === 'cause' ? undefined : value;
