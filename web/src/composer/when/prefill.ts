import { dayKey, fromBrasilia, toBrasilia } from '@pontual/contract/shared/brasilia-time.ts';
import { earliestAfterLead } from './time-bounds.rules.ts';
import { toDueTimeFields, type DueTimeFields } from './due-time-fields.ts';

/** What a click on an empty day prefills: noon, or the next full hour when the day is today. */
export function prefillTime(day: string, now: Date): DueTimeFields {
  if (day !== dayKey(now)) return { date: day, time: '12:00' };
  const wall = toBrasilia(earliestAfterLead(now));
  return toDueTimeFields(fromBrasilia({ ...wall, hour: wall.hour + 1, minute: 0 }));
}
