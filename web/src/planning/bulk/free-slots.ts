import { fromBrasilia, startOfDay, toBrasilia } from '@pontual/contract/shared/brasilia-time.ts';

const MINUTE_MS = 60_000;

/** Weekdays from 0, Sunday; times as `12:00`. */
export interface SlotPreferences {
  from: string;
  weekdays: ReadonlySet<number>;
  times: readonly string[];
}

/** There are fewer when they do not fit before the end. */
export function findFreeSlots(
  count: number,
  { from, weekdays, times }: SlotPreferences,
  { takenTimes, now, until }: { takenTimes: readonly Date[]; now: Date; until: Date },
): Date[] {
  const minutes = new Set(takenTimes.map((at) => Math.floor(at.getTime() / MINUTE_MS)));
  const sortedTimes = [...new Set(times)].toSorted();
  const slots: Date[] = [];
  if (sortedTimes.length === 0 || weekdays.size === 0) return slots;
  for (let day = 0; slots.length < count; day += 1) {
    const date = startOfDay(from, day);
    if (date > until) break;
    const clockTime = toBrasilia(date);
    if (
      !weekdays.has(
        new Date(Date.UTC(clockTime.year, clockTime.month - 1, clockTime.day)).getUTCDay(),
      )
    )
      continue;
    for (const text of sortedTimes) {
      const [hour = 0, minute = 0] = text.split(':').map(Number);
      const at = fromBrasilia({ ...clockTime, hour, minute });
      const isFree = at > now && at <= until && !minutes.has(Math.floor(at.getTime() / MINUTE_MS));
      if (isFree && slots.length < count) slots.push(at);
    }
  }
  return slots;
}
