import { weekdayOf } from '@pontual/contract/shared/brasilia-time.ts';
import { describeRule } from '@pontual/contract/planning/series-dates.ts';
import type { SeriesRule } from '@pontual/contract/posts/series-rule.ts';

export interface Recurrence {
  rule: SeriesRule;
  /** The last possible day, `2026-06-09`; null for no end. */
  until: string | null;
}

const partsOf = (day: string) => {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return { year, month, date };
};

export const dayOfMonth = (day: string): number => partsOf(day).date;

export function isLastOfMonth(day: string): boolean {
  const { year, month, date } = partsOf(day);
  return new Date(Date.UTC(year, month, 0)).getUTCDate() === date;
}

/** The first day of a recurrence is always one of its occurrences. */
export function moveRecurrence(recurrence: Recurrence, before: string, after: string): Recurrence {
  if (before === after || after === '') return recurrence;
  const { rule } = recurrence;
  const until = recurrence.until !== null && recurrence.until <= after ? null : recurrence.until;
  if (rule.every === 'month') {
    const staysLast = rule.day === 31 && isLastOfMonth(after);
    return { until, rule: { every: 'month', day: staysLast ? 31 : dayOfMonth(after) } };
  }
  const weekday = weekdayOf(after);
  const keptWeekdays = rule.weekdays.length === 1 || before === '' ? [] : rule.weekdays;
  const others = keptWeekdays.filter((one) => one !== weekday && one !== weekdayOf(before));
  return { until, rule: { ...rule, weekdays: [...others, weekday].toSorted((a, b) => a - b) } };
}

/** `toda sexta às 18:00`, or `às segundas e sextas, às 18:00`; without a time only the days. */
export function recurrenceText(rule: SeriesRule, time: string): string {
  const ruleText = describeRule(rule);
  if (time === '') return ruleText;
  return `${ruleText}${/,|(?:^| )(?:às|aos) /.test(ruleText) ? ',' : ''} às ${time}`;
}
