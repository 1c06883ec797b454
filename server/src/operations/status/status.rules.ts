import { dayKey, startOfDay } from '@pontual/contract/shared/brasilia-time.ts';
import type { DataOf } from '@pontual/contract/shared/endpoint.ts';
import type { publicStatus } from '@pontual/contract/operations/status.ts';

export type PublicStatus = DataOf<typeof publicStatus>;
export type ComponentState = PublicStatus['state'];
export type ComponentId = PublicStatus['components'][number]['id'];
export type Measurement = Readonly<Record<ComponentId, ComponentState>>;

/** The names of the components in the order of the page. */
export const components: Readonly<Record<ComponentId, string>> = {
  publishing: 'Publicação dos posts',
  site: 'Site e aplicativo',
  instagram: 'Instagram',
  email: 'E-mails',
  payments: 'Pagamentos com cartão',
};

// The cast is safe: the type of the record fixes its keys.
export const componentIds = Object.keys(components) as ComponentId[];

/** Call results; a justified refusal counts as answered. */
export interface Calls {
  answered: number;
  failed: number;
}

/** A service is degraded above the first share of failures and down from the second on. */
const DEGRADED_RATIO = 0.05;
const DOWN_RATIO = 0.9;
/** Fewer failures of calls or posts may be chance. */
const MIN_DOWN_FAILURES = 3;

/** Returns the state of a service by our own calls; `unknown` without calls. */
export function stateOfCalls({ answered, failed }: Calls): ComponentState {
  const all = answered + failed;
  if (all === 0) return 'unknown';
  if (failed >= MIN_DOWN_FAILURES && failed / all >= DOWN_RATIO) return 'down';
  return failed / all > DEGRADED_RATIO ? 'degraded' : 'ok';
}

/** How many groups of accounts wrote to Instagram, and how many of them it refused. */
export interface Refusals {
  accounts: number;
  /** Groups with at least as many refused as accepted writes, not counting faults of their files. */
  refused: number;
}

/** The connected accounts, and how many of them lost their connection within an hour. */
export interface Connections {
  connected: number;
  /** Without those whose owners removed the app. */
  lost: number;
}

/** The owners themselves may have caused the issues of fewer accounts. */
const MIN_AFFECTED_ACCOUNTS = 3;

/** Returns whether Instagram refuses the writes of most accounts or has disconnected many. */
export const refusesAccounts = (
  { accounts, refused }: Refusals,
  { connected, lost }: Connections,
): boolean =>
  (refused >= MIN_AFFECTED_ACCOUNTS && refused > accounts / 2) ||
  (lost >= MIN_AFFECTED_ACCOUNTS && lost > connected * DEGRADED_RATIO);

/** Returns the state of Instagram: it is at least degraded if it refuses most accounts. */
export function stateOfInstagram(
  calls: Calls,
  refusals: Refusals,
  connections: Connections,
): ComponentState {
  const state = stateOfCalls(calls);
  return refusesAccounts(refusals, connections) && state !== 'down' ? 'degraded' : state;
}

/** A post that is published later than this is late, in ms. */
export const LATE_MS = 60_000;
const STALLED_MS = 5 * 60_000;

/** The results of recently due posts, without those that others delayed. */
export interface Punctuality {
  out: number;
  outLate: number;
  /** Posts that ended by a fault of ours and will never be published. */
  failed: number;
  /** Posts that are late and not published. */
  waiting: number;
  /** How long the oldest of the waiting posts has waited, in ms; 0 if there is none. */
  waitingMs: number;
}

/** Returns the state of publishing. Without due posts it is `ok`, because only a running worker measures. */
export function stateOfPublishing(posts: Punctuality): ComponentState {
  const { out, outLate, failed, waiting, waitingMs } = posts;
  const missing = failed + waiting;
  const all = out + missing;
  const isStalled = waitingMs >= STALLED_MS || failed >= MIN_DOWN_FAILURES;
  if (missing > all / 2 && isStalled) return 'down';
  return outLate + missing > all * DEGRADED_RATIO ? 'degraded' : 'ok';
}

/** Returns the overall state: only publishing and the site can make it `down`; the others degrade it. */
export function overallState({ publishing, site, ...rest }: Measurement): ComponentState {
  const all = [publishing, site, ...Object.values(rest)];
  if (publishing === 'down' || site === 'down') return 'down';
  if (all.some((state) => state === 'degraded' || state === 'down')) return 'degraded';
  return publishing === 'ok' && site === 'ok' ? 'ok' : 'unknown';
}

/**
 * Returns the state of a component while no worker measured. Workers publish, too, so publishing was down;
 * the state of the others is unknown.
 */
export const stateDuringOutage = (component: ComponentId): ComponentState =>
  component === 'publishing' ? 'down' : 'unknown';

/** Returns after how many ms without a measurement an outage begins. */
export const outageAfterMs = (everyMs: number): number => 3 * everyMs + 10_000;

/** How long a component was in one state within one day of Brasília time. */
export interface StateDuration {
  day: string;
  component: ComponentId;
  state: ComponentState;
  seconds: number;
}

export interface Change {
  component: ComponentId;
  state: ComponentState;
  at: Date;
}

/**
 * Returns what a measurement adds: each state lasts until the next measurement, and the measurement that
 * finds a change dates it.
 */
export function computeChanges(
  measured: Measurement,
  before: ReadonlyMap<string, ComponentState>,
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

/** Rounds down, so that only a complete share shows 100%. Returns null if `all` is 0. */
export const shareOf = (part: number, all: number): number | null =>
  all === 0 ? null : Math.floor((part / all) * 10_000) / 10_000;
