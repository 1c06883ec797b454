import { dayKey, fromBrasilia, toBrasilia } from '@pontual/contract/shared/brasilia-time.ts';
import { earliestAfterLead } from './time-bounds.rules.ts';
import { toDueTimeFields, type DueTimeFields } from './due-time-fields.ts';

/** 12:00, or the next full hour if the day is today. */
export function prefillTime(day: string, now: Date): DueTimeFields {
  if (day !== dayKey(now)) return { date: day, time: '12:00' };
  const wall = toBrasilia(earliestAfterLead(now));
  return toDueTimeFields(fromBrasilia({ ...wall, hour: wall.hour + 1, minute: 0 }));
}
