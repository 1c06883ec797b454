import { dayKey, formatDayMonth, formatTime } from '@pontual/contract/shared/brasilia-time.ts';
import type { DataOf } from '@pontual/contract/shared/endpoint.ts';
import type { publicStatus } from '@pontual/contract/operations/status.ts';

export type Status = DataOf<typeof publicStatus>;
export type Component = Status['components'][number];
export type StatusState = Status['state'];
export type Incident = Status['incidents'][number];

export const stateLabels: Readonly<Record<StatusState, string>> = {
  ok: 'Tudo funcionando',
  degraded: 'Instável',
  down: 'Fora do ar',
  unknown: 'Sem medição',
};

const publishingTexts: Readonly<Record<StatusState, string>> = {
  ok: 'Os posts estão saindo na hora.',
  degraded: 'Alguns posts estão saindo com atraso.',
  down: 'Os posts não estão saindo agora.',
  unknown: 'Ainda não medimos se os posts estão saindo na hora.',
};

export function buildHeadline({ components }: Pick<Status, 'components'>): {
  state: StatusState;
  first: string;
  rest: string;
} {
  const publishing = components.find(({ id }) => id === 'publishing')?.state ?? 'unknown';
  const others = components.filter(({ id }) => id !== 'publishing');
  const inState = (state: StatusState) =>
    others.filter((component) => component.state === state).map(({ name }) => name);
  const rest = [
    issueText('Fora do ar', inState('down')),
    issueText('Instável', inState('degraded')),
  ].filter((text) => text !== '');
  const hasIssues = rest.length > 0;
  if (!hasIssues && publishing === 'ok') rest.push('Não medimos nenhuma falha no resto.');
  return {
    state: publishing === 'ok' && hasIssues ? 'degraded' : publishing,
    first: publishingTexts[publishing],
    rest: rest.join(' '),
  };
}

const issueText = (word: string, names: readonly string[]) =>
  names.length === 0 ? '' : `${word}: ${names.join(', ')}.`;

const hundredths = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 2 });

/** `99,98%` for 0.9998. The server rounds down, so 100% means all. */
export const formatShare = (share: number): string => `${hundredths.format(share * 100)}%`;

const tenths = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 1 });

/** `0,4 s`, `1 min 30 s`. A post may be published some ms before its due time: that counts as 0. */
export function formatLateness(ms: number): string {
  const seconds = Math.max(0, ms) / 1000;
  if (seconds < 60) return `${tenths.format(Math.floor(seconds * 10) / 10)} s`;
  const whole = Math.floor(seconds);
  const rest = whole % 60;
  return rest === 0 ? `${(whole - rest) / 60} min` : `${(whole - rest) / 60} min ${rest} s`;
}

/** `2 h 5 min`, `3 min`, `menos de 1 min` */
export function formatIncidentDuration(ms: number): string {
  const minutes = Math.floor(ms / 60_000);
  if (minutes < 1) return 'menos de 1 min';
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  if (hours === 0) return `${rest} min`;
  return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`;
}

/** `14:32` for an instant of today, else `9 de junho, 14:32` */
export function formatWhen(iso: string, today: string | undefined): string {
  const at = new Date(iso);
  return dayKey(at) === today ? formatTime(at) : `${formatDayMonth(at)}, ${formatTime(at)}`;
}

/** `partly` means degraded but never down. */
export type DayLevel = 'ok' | 'partly' | 'down' | 'unknown';

/** `ok` and `down` are shares of the measured time; null where nothing was measured. */
export function classifyDay(ok: number | null, down: number | null): DayLevel {
  if (ok === null) return 'unknown';
  if (ok === 1) return 'ok';
  return (down ?? 0) > 0 ? 'down' : 'partly';
}

/** Below this measured share of a day, its result alone would mislead. */
const MIN_MEASURED_SHARE = 0.99;

/** `100%`, `98,5% (medido em 12% do dia)`, `Sem medição` */
export function describeAvailability(ok: number | null, measured: number): string {
  if (ok === null) return stateLabels.unknown;
  const part = Math.max(1, Math.floor(measured * 100));
  return measured < MIN_MEASURED_SHARE
    ? `${formatShare(ok)} (medido em ${part}% do dia)`
    : formatShare(ok);
}
