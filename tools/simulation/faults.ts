import type { ProtocolPoint } from '@pontual/server/publishing/observe.ts';
import type { SeededRandom } from './random.ts';
import type { NetworkFault, Step } from './network.ts';
import type { PlannedPost } from './population.ts';
import type { PlannedFailure } from './process.ts';

export type Fault = { name: string; at: number } & (
  | { kind: 'process'; failure: PlannedFailure }
  | { kind: 'network'; step: Step; fault: NetworkFault }
  | { kind: 'instagram'; step: string; fault: string; delayMs: number; consequence: Consequence }
  | { kind: 'clock'; jumpMs: number }
  | { kind: 'owner'; action: OwnerAction }
  | { kind: 'stop'; action: StopAction; post: PlannedPost }
  | { kind: 'restore'; backupAt: number }
);

export type OwnerAction =
  | 'edit'
  | 'move'
  | 'publish-now'
  | 'delete'
  | 'disconnect'
  | 'switch-account';

/** The first action of an owner who stops a post; stop-faults.ts contains the following ones. */
export type StopAction = 'pause' | 'ask-approval' | 'take-over';

/** Besides delay, a fault has no effect, refuses a post, or lets an account fail until its owner acts. */
type Consequence = 'nothing' | 'refuses-a-post' | 'holds-the-account';

const points: readonly [ProtocolPoint, ...ProtocolPoint[]] = [
  'claimed',
  'creating',
  'created',
  'stored',
  'polled',
  'prepared',
  'intended',
  'sending',
  'answered',
  'recorded',
  'permalink',
];

type InstagramFault = readonly [step: string, fault: string, does?: Consequence];

/** The longest time until a publish call takes effect in ms: see publishing.rules.ts. */
const LATE_EFFECT_MS = 45_000;

const instagramFaults: readonly [InstagramFault, ...InstagramFault[]] = [
  ['create', 'timeout-after-commit'],
  ['create', 'reset-before-commit'],
  ['create', '500-code2'],
  ['create', 'late-effect'],
  ['create', 'stuck'],
  ['create', '-1/2207001'],
  ['create', '-2/2207003'],
  ['create', '9004/2207052'],
  ['create', '4'],
  ['create', '10'],
  ['create', 'error:2207053'],
  ['create', 'error:2207026', 'refuses-a-post'],
  ['create', '36003/2207009', 'refuses-a-post'],
  ['create', '190/460', 'holds-the-account'],
  ['status', 'timeout-after-commit'],
  ['status', '500-code2'],
  ['status', 'stuck'],
  ['status', 'error:2207082'],
  ['status', 'copyright'],
  ['status', '100/33'],
  ['status', '4'],
  ['status', '190/463', 'holds-the-account'],
  ['publish', 'timeout-after-commit'],
  ['publish', 'timeout-before-commit'],
  ['publish', 'reset-after-commit'],
  ['publish', 'reset-before-commit'],
  ['publish', 'late-effect'],
  ['publish', 'late-effect'],
  ['publish', '500-code2'],
  ['publish', '500-code2-but-published'],
  ['publish', '403-2207051-but-published'],
  ['publish', '403-2207051', 'holds-the-account'],
  ['publish', '-1/2207001'],
  ['publish', '9007/2207027'],
  ['publish', 'quota'],
  ['publish', '613'],
  ['publish', '4'],
  ['publish', '4-but-published'],
  ['publish', '10'],
  ['publish', '10-but-published'],
  ['publish', '190/460', 'holds-the-account'],
  ['publish', '1'],
  ['list', '500-code2'],
  ['list', 'reset-before-commit'],
  ['quota', '500-code2'],
  ['permissions', 'without:instagram_content_publish', 'holds-the-account'],
  ['permalink', '500-code2'],
  ['token', '458', 'holds-the-account'],
  ['token', '463', 'holds-the-account'],
];

const steps = ['create', 'publish', 'publish', 'status', 'list', 'quota', 'other'] as const;
const networkFaults = [
  'request-lost',
  'request-refused',
  'answer-lost',
  'slow-answer',
  'slow-request',
] as const;
const ownerActions = [
  'edit',
  'edit',
  'move',
  'move',
  'publish-now',
  'delete',
  'disconnect',
  'switch-account',
] as const;

const MINUTE = 60_000;

export function planFaults(random: SeededRandom, count: number, from: number, to: number): Fault[] {
  const faults = Array.from({ length: count }, () => planFault(random, random.int(from, to)));
  if (count > 0 && random.happens(0.1)) {
    const at = random.int(from + 3 * MINUTE, Math.max(to, from + 4 * MINUTE));
    const backupAt = Math.max(from, at - random.int(2 * MINUTE, 30 * MINUTE));
    faults.push({ name: 'backup restored', at, kind: 'restore', backupAt });
  }
  return faults;
}

function planFault(random: SeededRandom, at: number): Fault {
  const [kind] = [random.next()];
  if (kind < 0.25) return { at, ...planProcessFault(random) };
  if (kind < 0.4) {
    const [step, fault] = [random.pick(steps), random.pick(networkFaults)];
    return { name: `network: ${fault} at ${step}`, at, kind: 'network', step, fault };
  }
  if (kind < 0.75) {
    const [step, fault, consequence = 'nothing'] = random.pick(instagramFaults);
    const delayMs = fault === 'late-effect' ? random.int(500, LATE_EFFECT_MS) : 0;
    return {
      name: `instagram: ${fault} at ${step}`,
      at,
      kind: 'instagram',
      step,
      fault,
      delayMs,
      consequence,
    };
  }
  if (kind < 0.78) {
    const jumpMs = random.int(-120, 120) * MINUTE;
    return { name: 'clock jump', at, kind: 'clock', jumpMs };
  }
  const action = random.pick(ownerActions);
  return { name: `owner: ${action}`, at, kind: 'owner', action };
}

function planProcessFault(random: SeededRandom): {
  name: string;
  kind: 'process';
  failure: PlannedFailure;
} {
  const skip = random.happens(0.5) ? 0 : random.int(0, 10);
  const point = random.happens(0.25)
    ? random.pick(['before-query', 'after-query'] as const)
    : random.pick(points);
  const kind = pickFailureKind(random, point);
  return { name: `${kind} at ${point}`, kind: 'process', failure: { point, kind, skip } };
}

function pickFailureKind(
  random: SeededRandom,
  where: PlannedFailure['point'],
): PlannedFailure['kind'] {
  if (where === 'before-query') return random.pick(['kill', 'lost-connection']);
  if (where === 'after-query') return random.pick(['kill', 'lost-connection', 'pause']);
  return random.pick(['kill', 'kill', 'pause', 'sleep']);
}
