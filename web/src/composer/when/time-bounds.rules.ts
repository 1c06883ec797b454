import {
  dayKey,
  formatDayMonth,
  formatTime,
  toBrasilia,
} from '@pontual/contract/shared/brasilia-time.ts';
import { browserErrors } from '@pontual/contract/shared/errors-browser.ts';
import { horizonEnd } from '@pontual/contract/billing/plans.ts';
import { MIN_LEAD_MS } from '@pontual/contract/posts/posts.ts';
import type { DayKey } from '../../ui/dates/month-grid.ts';
import { parseDueTimeFields, ceilToMinute, type DueTimeFields } from './due-time-fields.ts';

export interface Horizon {
  days: number;
  /** As displayed, `Gratuito`. */
  planName: string;
}

export interface Bounds {
  min: (now: Date) => Date;
  /** Null while it is unknown; then the server checks it. */
  horizon: Horizon | null;
}

/** Half a minute from now (specification, section 5). */
export const earliestAfterLead = (now: Date): Date => new Date(now.getTime() + MIN_LEAD_MS);

/** Rounded up to a full minute. */
export function earliestDueAt(now: Date, min: Bounds['min'] = earliestAfterLead): Date {
  return ceilToMinute(min(now));
}

/** `29 de novembro, 14:32`, with the year if it is not the current one. */
function limitText(instant: Date, now: Date): string {
  const { year } = toBrasilia(instant);
  const yearSuffix = year === toBrasilia(now).year ? '' : ` de ${year}`;
  return `${formatDayMonth(instant)}${yearSuffix}, ${formatTime(instant)}`;
}

export function horizonText({ days, planName }: Horizon, now: Date): string {
  return `O plano ${planName} agenda até ${limitText(horizonEnd(now, days), now)}.`;
}

function validateInstant(instant: Date, now: Date, { min, horizon }: Bounds): string | null {
  if (instant < now) return browserErrors.SCHEDULED_TIME_PAST.message;
  if (instant < min(now)) {
    const first = earliestDueAt(now, min);
    const sameDay = dayKey(first) === dayKey(instant);
    const from = sameDay ? `das ${formatTime(first)}` : `de ${limitText(first, now)}`;
    return `Este horário está próximo demais. Escolha a partir ${from}.`;
  }
  if (horizon === null || !isBeyondHorizon(instant, now, horizon)) return null;
  return `${horizonText(horizon, now)} Escolha uma data mais próxima.`;
}

export const isBeyondHorizon = (instant: Date, now: Date, horizon: Horizon | null): boolean =>
  horizon !== null && instant > horizonEnd(now, horizon.days);

/** Returns the error in Portuguese; null for a valid due time. */
export function validateTime(when: DueTimeFields, now: Date, bounds: Bounds): string | null {
  const instant = parseDueTimeFields(when);
  return instant === null ? 'Selecione data e hora' : validateInstant(instant, now, bounds);
}

/** Null if a time of the day is valid. */
export function dayUnavailableReason(
  day: DayKey,
  now: Date,
  { min, horizon }: Bounds,
): string | null {
  if (day < dayKey(now)) return 'já passou';
  if (day < dayKey(earliestDueAt(now, min))) return 'cedo demais';
  if (horizon === null || day <= dayKey(horizonEnd(now, horizon.days))) return null;
  return `além do que o plano ${horizon.planName} agenda`;
}
