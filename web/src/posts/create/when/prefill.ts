import { dayKey, fromBrasilia, toBrasilia } from '@pontual/contract/brasilia-time.ts';
import { afterLead } from './bounds.ts';
import { toFields, type WallFields } from './wall-fields.ts';

/** What a click on an empty day prefills: noon, or the next full hour when the day is today. */
export function prefillFor(day: string, now: Date): WallFields {
  if (day !== dayKey(now)) return { date: day, time: '12:00' };
  const wall = toBrasilia(afterLead(now));
  return toFields(fromBrasilia({ ...wall, hour: wall.hour + 1, minute: 0 }));
}
