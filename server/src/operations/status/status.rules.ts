import { dayKey, startOfDay } from '@pontual/contract/shared/brasilia-time.ts';
import type { DataOf } from '@pontual/contract/shared/endpoint.ts';
import type { publicStatus } from '@pontual/contract/operations/status.ts';

export type PublicStatus = DataOf<typeof publicStatus>;
export type ComponentState = PublicStatus['state'];
export type ComponentId = PublicStatus['components'][number]['id'];
export type Measurement = Readonly<Record<ComponentId, ComponentState>>;

/** In the order of the page. */
export const components: Readonly<Record<ComponentId, string>> = {
  publishing: 'Publicação dos posts',
  site: 'Site e aplicativo',
  instagram: 'Instagram',
  email: 'E-mails',
  payments: 'Pagamentos com cartão',
};

// The type of the record fixes its keys.
export const componentIds = Object.keys(components) as ComponentId[];

/** A justified refusal counts as answered. */
export interface Calls {
  answered: number;
  failed: number;
}

const DEGRADED_RATIO = 0.05;
const DOWN_RATIO = 0.9;
/** Fewer failures may be chance. */
const MIN_DOWN_FAILURES = 3;

export function stateOfCalls({ answered, failed }: Calls): ComponentState {
  const all = answered + failed;
  if (all === 0) return 'unknown';
  if (failed >= MIN_DOWN_FAILURES && failed / all >= DOWN_RATIO) return 'down';
  return failed / all > DEGRADED_RATIO ? 'degraded' : 'ok';
}

/**
 * What is counted by group of accounts. `write`: whether Instagram accepted a creation, a processing or a publication.
 * `publish`: the publications alone. `shown`: whether the account shows what Instagram confirmed to have published.
 */
export type GroupCount = 'write' | 'publish' | 'shown';

/** Of the groups of accounts; a group fails with at least as many failed calls as others. */
export interface AccountCalls extends Calls {
  accounts: number;
  failing: number;
}

/** Refusals for the connection, the quota or the post do not count. */
export type CallsByCount = Readonly<Record<GroupCount, AccountCalls>>;

export interface Connections {
  connected: number;
  /** Within an hour, without those whose owners removed the app. */
  lost: number;
}

/**
 * The owners themselves may have caused fewer issues. An installation with fewer connected accounts never has
 * so many, so its writes count instead.
 */
export const MIN_AFFECTED_ACCOUNTS = 3;
/** One post has fewer in ten minutes for a reason of its own. */
const MIN_REFUSED_WRITES = 5;

/** An account publishes rarely and creates more often, so that publications count by themselves, too. */
export function refusesAccounts(
  { write, publish }: Pick<CallsByCount, 'write' | 'publish'>,
  { connected, lost }: Connections,
): boolean {
  if (connected < MIN_AFFECTED_ACCOUNTS) {
    return write.failed >= MIN_REFUSED_WRITES && write.failed > write.answered;
  }
  return (
    failsMost(write, MIN_AFFECTED_ACCOUNTS) ||
    failsMost(publish, MIN_AFFECTED_ACCOUNTS) ||
    (lost >= MIN_AFFECTED_ACCOUNTS && lost > connected * DEGRADED_RATIO)
  );
}

const failsMost = ({ accounts, failing }: AccountCalls, atLeast: number): boolean =>
  failing >= atLeast && failing > accounts / 2;

/** Instagram has confirmed publications that most accounts do not show; of few accounts one is enough. */
export const hidesPublications = (
  { shown }: Pick<CallsByCount, 'shown'>,
  { connected }: Pick<Connections, 'connected'>,
): boolean => failsMost(shown, connected < MIN_AFFECTED_ACCOUNTS ? 1 : MIN_AFFECTED_ACCOUNTS);

export function stateOfInstagram(
  calls: Calls,
  counts: CallsByCount,
  connections: Connections,
): ComponentState {
  const state = stateOfCalls(calls);
  const isDegraded = refusesAccounts(counts, connections) || hidesPublications(counts, connections);
  return isDegraded && state !== 'down' ? 'degraded' : state;
}

export const LATE_MS = 60_000;
const STALLED_MS = 5 * 60_000;

/** Without posts that others delayed. */
export interface Punctuality {
  out: number;
  outLate: number;
  /** By a fault of ours. */
  failed: number;
  waiting: number;
  /** Of the oldest waiting post; 0 if there is none. */
  waitingMs: number;
}

/** Without due posts it is `ok`, because only a running worker measures. */
export function stateOfPublishing(posts: Punctuality): ComponentState {
  const { out, outLate, failed, waiting, waitingMs } = posts;
  const missing = failed + waiting;
  const all = out + missing;
  const isStalled = waitingMs >= STALLED_MS || failed >= MIN_DOWN_FAILURES;
  if (missing > all / 2 && isStalled) return 'down';
  return outLate + missing > all * DEGRADED_RATIO ? 'degraded' : 'ok';
}

/** Only publishing and the site can make it `down`; the others degrade it. */
export function overallState({ publishing, site, ...rest }: Measurement): ComponentState {
  const all = [publishing, site, ...Object.values(rest)];
  if (publishing === 'down' || site === 'down') return 'down';
  if (all.some((state) => state === 'degraded' || state === 'down')) return 'degraded';
  return publishing === 'ok' && site === 'ok' ? 'ok' : 'unknown';
}

/** Without a measuring worker no worker published; the state of the others is unknown. */
export const stateDuringOutage = (component: ComponentId): ComponentState =>
  component === 'publishing' ? 'down' : 'unknown';

export const outageAfterMs = (everyMs: number): number => 3 * everyMs + 10_000;

/** Within one day of Brasília time. */
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

/** A state lasts until the next measurement; the one that finds a change dates it. */
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

/** Rounds down, so that only a complete share shows 100%; null if `all` is 0. */
export const shareOf = (part: number, all: number): number | null =>
  all === 0 ? null : Math.floor((part / all) * 10_000) / 10_000;
