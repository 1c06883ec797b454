import type { MediaType } from '@pontual/contract/posts/posts.ts';
import type { ProtocolPoint } from '@pontual/server/publishing/observe.ts';
import type { DeathOrder } from './messages.ts';
import type { Mutation } from './options.ts';
import type { Random } from './random.ts';

export type Fault =
  | {
      kind: 'sandbox';
      name: string;
      step: string;
      fault: string;
      delayMs?: number;
      username?: string;
    }
  | {
      kind: 'cut';
      name: string;
      callKind: 'publish' | 'create' | 'read' | 'commit';
      when: 'before' | 'after';
    }
  | ({ kind: 'death'; name: string } & DeathOrder)
  | { kind: 'kill'; name: string; index: number }
  | { kind: 'terminate'; name: string; index: number }
  | { kind: 'pause'; name: string; index: number; ms: number }
  | { kind: 'pauseAtPoint'; name: string; index: number; point: ProtocolPoint; ms: number }
  | { kind: 'jump'; name: string; index: number; ms: number }
  | { kind: 'database'; name: string; how: 'restart' | 'kill' };

export type PlannedFault = Fault & { atMs: number };

/** The points at which a worker has a post in hand and has not ended its work for it. */
const workPoints: readonly ProtocolPoint[] = [
  'claimed',
  'creating',
  'created',
  'stored',
  'polled',
  'prepared',
  'intended',
  'sending',
  'answered',
];
const typedPoints: readonly ProtocolPoint[] = [...workPoints, 'recorded', 'permalink'];
const types: readonly MediaType[] = ['IMAGE', 'VIDEO', 'REELS', 'STORIES', 'CAROUSEL'];

/** Every point for every type, and the points that concern no post. */
export const crashes: readonly { point: ProtocolPoint; type: MediaType | undefined }[] = [
  ...typedPoints.flatMap((point) => types.map((type) => ({ point, type }))),
  { point: 'booted', type: undefined },
  { point: 'message', type: undefined },
];

export const PAUSE_AT_POINT = 'F3 pause at a point';

const SECOND = 1000;
/** Longer than a lease, so that another worker takes the post over. */
const pauseMs = (random: Random) => random.int(61, 150) * SECOND;
const LONG_FAULTS = /F13|F14|F15 container stuck/;
const HOUR = 3_600_000;

/** Number of each fault per 10,000 posts; the codes are those of the fault matrix. */
const sandboxFaults: readonly [number, string, string, string, (random: Random) => number][] = [
  [150, 'F9 slow effect', 'publish', 'slow-effect', (r) => r.int(11, 50) * SECOND],
  [200, 'F9 late effect', 'publish', 'late-effect', (r) => r.int(5, 55) * SECOND],
  [50, 'F9 slow answer', 'publish', 'slow', (r) => r.int(11, 50) * SECOND],
  [150, 'F10 5xx without effect', 'publish', '500-code2', () => 0],
  [150, 'F10 5xx with effect', 'publish', '500-code2-but-published', () => 0],
  [60, 'F10 5xx while preparing', 'create', '500-code2', () => 0],
  [40, 'F10 5xx of a status', 'status', '500-code2', () => 0],
  [20, 'F10 5xx of a list', 'list', '500-code2', () => 0],
  [150, 'F11 error although done', 'publish', '403-2207051-but-published', () => 0],
  [100, 'F8 answer lost at Instagram', 'publish', 'timeout-after-commit', () => 0],
  [50, 'F8 connection reset after', 'publish', 'reset-after-commit', () => 0],
  [60, 'F7 request lost at Instagram', 'publish', 'timeout-before-commit', () => 0],
  [60, 'F8 container made unheard', 'create', 'timeout-after-commit', () => 0],
  [60, 'F13 tokens revoked', 'token', '460', () => 0],
  [30, 'F13 refused once', 'publish', '190/467', () => 0],
  [50, 'F14 quota', 'publish', 'quota', () => 0],
  [50, 'F14 rate limit', 'publish', '613', () => 0],
  [40, 'F14 rate limit of the account', 'create', '80002', () => 0],
  [40, 'F15 container stuck', 'create', 'stuck', () => 0],
  [60, 'F15 container in error', 'create', 'error:2207082', () => 0],
  [40, 'F15 container in error', 'status', 'error:2207053', () => 0],
  [40, 'F15 file not fetched', 'create', '9004/2207052', () => 0],
  [30, 'F15 container expired', 'publish', '24/2207008', () => 0],
  [30, 'F15 not ready', 'publish', '9007/2207027', () => 0],
];
const cuts: readonly [
  number,
  string,
  'publish' | 'create' | 'read' | 'commit',
  'before' | 'after',
][] = [
  [100, 'F7 publish lost on the way', 'publish', 'before'],
  [150, 'F8 publish cut after delivery', 'publish', 'after'],
  [60, 'F7 creation lost on the way', 'create', 'before'],
  [60, 'F8 creation cut after delivery', 'create', 'after'],
  [40, 'F7 read lost', 'read', 'before'],
  [100, 'F6 commit cut after delivery', 'commit', 'after'],
];

/** The faults that a removed rule protects against; a campaign without the rule has more of them. */
const emphasis: Partial<Record<Mutation, RegExp>> = {
  'one-worker': /F3|F9|F10/,
  'one-container': /F8 cont|F8 creation|F1 /,
  'intent-first': /F3|F1 /,
  'reconcile-first': /F9|F8 pub|F10|F11/,
  'certain-end': /F9 late|F15 container in error|F8/,
};

export interface FaultPlanOptions {
  posts: number;
  intensity: number;
  fromMs: number;
  untilMs: number;
  mutate: Mutation | undefined;
  /** At production constants a campaign has no time for throttles and restores. */
  isShort: boolean;
}

/** Plans a lost response for the first post of each indistinguishable pair. */
export const planIndistinguishableFaults = (
  random: Random,
  posts: readonly { atMs: number; owner: { username: string } }[],
): PlannedFault[] =>
  posts.map(({ atMs, owner }) => ({
    kind: 'sandbox',
    name: 'F8 answer of a conflicting post lost',
    step: 'publish',
    fault: random.pick(['timeout-after-commit', 'late-effect']),
    delayMs: random.int(1, 40) * SECOND,
    username: owner.username,
    atMs: atMs - 3 * SECOND,
  }));

export function planFaults(random: Random, options: FaultPlanOptions): PlannedFault[] {
  const planned: PlannedFault[] = [];
  const share = (options.posts / 10_000) * options.intensity;
  const favouredFaults = options.mutate === undefined ? undefined : emphasis[options.mutate];
  const span = options.untilMs - options.fromMs;

  function add(times: number, name: string, createFault: () => Fault, untilShare = 1): void {
    // Faults that block an account for long do not scale with the intensity.
    const rate = LONG_FAULTS.test(name)
      ? options.posts / 10_000
      : share * (favouredFaults?.test(name) ? 4 : 1);
    const expected = times * rate;
    const count = Math.floor(expected) + (random.chance(expected % 1) ? 1 : 0);
    for (let n = 0; n < count; n += 1) {
      planned.push({ ...createFault(), atMs: options.fromMs + random.next() * span * untilShare });
    }
  }

  for (const [times, name, step, fault, getDelay] of sandboxFaults) {
    // A fault that delays an account by a quarter of an hour or more would outlast the campaign.
    if (options.isShort && /quota|stuck|limit|460/.test(fault + name)) continue;
    add(
      times,
      name,
      () => ({ kind: 'sandbox', name, step, fault, delayMs: getDelay(random) }),
      0.95,
    );
  }
  for (const [times, name, callKind, when] of cuts) {
    add(times, name, () => ({ kind: 'cut', name, callKind, when }));
  }
  const index = () => random.int(0, 99);
  add(60, 'F1 kill -9 at random', () => ({
    kind: 'kill',
    name: 'F1 kill -9 at random',
    index: index(),
  }));
  add(40, 'F2 SIGTERM', () => ({ kind: 'terminate', name: 'F2 SIGTERM', index: index() }));
  add(60, PAUSE_AT_POINT, () => ({
    kind: 'pauseAtPoint',
    name: PAUSE_AT_POINT,
    index: index(),
    point: random.pick(workPoints),
    ms: pauseMs(random),
  }));
  add(60, 'F3 pause', () => ({
    kind: 'pause',
    name: 'F3 pause',
    index: index(),
    ms: pauseMs(random),
  }));
  add(60, 'F16 clock jump', () => ({
    kind: 'jump',
    name: 'F16 clock jump',
    index: index(),
    ms: random.pick([-2, 2, 0]) * HOUR,
  }));
  const [restart, killed] = ['F5 database restart', 'F5 postmaster killed'];
  add(20, restart, () => ({ kind: 'database', name: restart, how: 'restart' }));
  add(6, killed, () => ({ kind: 'database', name: killed, how: 'kill' }));
  planned.push(
    ...planDeaths(random, options, Math.round(260 * share * (favouredFaults?.test('F1 ') ? 2 : 1))),
  );
  return planned.sort((a, b) => a.atMs - b.atMs);
}

function planDeaths(
  random: Random,
  { fromMs, untilMs }: FaultPlanOptions,
  deaths: number,
): PlannedFault[] {
  const rounds = Math.ceil(deaths / crashes.length);
  const chosen = Array.from({ length: rounds }, () => random.shuffled(crashes))
    .flat()
    .slice(0, deaths);
  return chosen.map(({ point, type }, index) => ({
    kind: 'death',
    name: 'F1 kill -9 at a point',
    point,
    type,
    atMs: fromMs + ((index + random.next()) / chosen.length) * (untilMs - fromMs) * 0.97,
  }));
}
