import { dayKey, startOfDay } from '@pontual/contract/shared/brasilia-time.ts';
import type { DataOf } from '@pontual/contract/shared/endpoint.ts';
import type { publicStatus } from '@pontual/contract/operations/status.ts';

export type PublicStatus = DataOf<typeof publicStatus>;
export type State = PublicStatus['state'];
export type ComponentId = PublicStatus['components'][number]['id'];
export type Measurement = Readonly<Record<ComponentId, State>>;

/** In the order of the page, by what they are called there. */
export const components: Readonly<Record<ComponentId, string>> = {
  publishing: 'Publicação dos posts',
  site: 'Site e aplicativo',
  instagram: 'Instagram',
  email: 'E-mails',
  payments: 'Pagamentos com cartão',
};

// The keys of that record are its ids.
export const componentIds = Object.keys(components) as ComponentId[];

/** What calls met: what a service refuses with reason is answered. */
export interface Calls {
  answered: number;
  failed: number;
}

/** From this share of failures on a service is unstable, and from that it is away. */
const DEGRADED_RATIO = 0.05;
const DOWN_RATIO = 0.9;
/** Fewer failures, of calls or of posts, may be chance. */
const MIN_DOWN_FAILURES = 3;

/** How a service is by what our own calls met; without calls nobody knows. */
export function stateOfCalls({ answered, failed }: Calls): State {
  const all = answered + failed;
  if (all === 0) return 'unknown';
  if (failed >= MIN_DOWN_FAILURES && failed / all >= DOWN_RATIO) return 'down';
  return failed / all > DEGRADED_RATIO ? 'degraded' : 'ok';
}

/** What Instagram took of what accounts had created and published, and what it refused. */
export interface Refusals {
  accounts: number;
  /** Of these, how many had at least as much refused as taken, through no fault of their files. */
  refused: number;
}

/** The accounts that are connected, and how many of them lost their connection within an hour. */
export interface Connections {
  connected: number;
  /** Not by their owner's hand. */
  lost: number;
}

/** The troubles of fewer accounts may be the doing of their owners. */
const MIN_AFFECTED_ACCOUNTS = 3;

/** Whether Instagram refuses what most accounts publish, or has taken the connections of many. */
export const refusesAccounts = (
  { accounts, refused }: Refusals,
  { connected, lost }: Connections,
): boolean =>
  (refused >= MIN_AFFECTED_ACCOUNTS && refused > accounts / 2) ||
  (lost >= MIN_AFFECTED_ACCOUNTS && lost > connected * DEGRADED_RATIO);

/** How Instagram is: what it answers to most accounts with a refusal is no service either. */
export function stateOfInstagram(
  calls: Calls,
  refusals: Refusals,
  connections: Connections,
): State {
  const state = stateOfCalls(calls);
  return refusesAccounts(refusals, connections) && state !== 'down' ? 'degraded' : state;
}

/** A post that goes out later than this is late; in ms. */
export const LATE_MS = 60_000;
/** Posts that wait for so long are taken for held up; in ms. */
const STALLED_MS = 5 * 60_000;

/** What became of the posts whose hour came in the last minutes, without what others kept waiting. */
export interface Punctuality {
  /** Published. */
  out: number;
  /** Of these, how many were late. */
  outLate: number;
  /** Ended by a fault of ours: they never go out by themselves. */
  failed: number;
  /** Late and not out. */
  waiting: number;
  /** How long the first of those has waited, in ms; 0 when there is none. */
  waitingMs: number;
}

/** How the publishing is. Where nothing is due nothing is late, and a worker is there to say so. */
export function stateOfPublishing(posts: Punctuality): State {
  const { out, outLate, failed, waiting, waitingMs } = posts;
  const missing = failed + waiting;
  const all = out + missing;
  const isStalled = waitingMs >= STALLED_MS || failed >= MIN_DOWN_FAILURES;
  if (missing > all / 2 && isStalled) return 'down';
  return outLate + missing > all * DEGRADED_RATIO ? 'degraded' : 'ok';
}

/** How all of it is: what it is for decides, and the rest can only make it unstable. */
export function overallState({ publishing, site, ...rest }: Measurement): State {
  const all = [publishing, site, ...Object.values(rest)];
  if (publishing === 'down' || site === 'down') return 'down';
  if (all.some((state) => state === 'degraded' || state === 'down')) return 'degraded';
  return publishing === 'ok' && site === 'ok' ? 'ok' : 'unknown';
}

/**
 * What a part was while nobody measured. Who measures is who publishes: while all workers were away
 * nothing went out; of the rest nothing is known.
 */
export const stateDuringOutage = (component: ComponentId): State =>
  component === 'publishing' ? 'down' : 'unknown';

/** How long after a measure the next one must have come, in ms. */
export const outageAfterMs = (everyMs: number): number => 3 * everyMs + 10_000;

/** A part of time in which a component was in one state, within one day of Brasília. */
export interface StateDuration {
  day: string;
  component: ComponentId;
  state: State;
  seconds: number;
}

export interface Change {
  component: ComponentId;
  state: State;
  at: Date;
}

/**
 * What a measure adds to what is written down: a state holds until the next measure, and what changed
 * changed then.
 */
export function computeChanges(
  measured: Measurement,
  before: ReadonlyMap<string, State>,
  times: { last: Date | null; now: Date; everyMs: number },
): { changes: Change[]; spent: StateDuration[] } {
  const { last, now, everyMs } = times;
  const changes: Change[] = [];
  const spent: StateDuration[] = [];
  const wasOutage = last !== null && now.getTime() - last.getTime() > outageAfterMs(everyMs);
  for (const component of componentIds) {
    let state = before.get(component);
    if (last !== null && state !== undefined) {
      const effectiveState = wasOutage ? stateDuringOutage(component) : state;
      if (effectiveState !== state) changes.push({ component, state: effectiveState, at: last });
      state = effectiveState;
      for (const part of splitByDay(last, now)) spent.push({ ...part, component, state });
    }
    if (measured[component] !== state) {
      changes.push({ component, state: measured[component], at: now });
    }
  }
  return { changes, spent };
}

/** A span of time cut at Brasília's midnights; of none there is nothing. */
function splitByDay(from: Date, to: Date): Pick<StateDuration, 'day' | 'seconds'>[] {
  const parts = [];
  for (let at = from; at < to;) {
    const day = dayKey(at);
    const midnight = startOfDay(day, 1);
    const end = midnight < to ? midnight : to;
    parts.push({ day, seconds: (end.getTime() - at.getTime()) / 1000 });
    at = end;
  }
  return parts;
}

/** Rounded down, so that only what is whole reads 100%. Null of nothing. */
export const shareOf = (part: number, all: number): number | null =>
  all === 0 ? null : Math.floor((part / all) * 10_000) / 10_000;
