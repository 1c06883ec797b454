import {
  dayKey,
  fromBrasilia,
  startOfDay,
  toBrasilia,
} from '@pontual/contract/shared/brasilia-time.ts';
import type { WeeklyTime } from '@pontual/contract/planning/queue.ts';

const DAY_MS = 86_400_000;

export const minuteOf = (at: Date): number => Math.floor(at.getTime() / 60_000);

/** Both instants are included. A time that a clock change skips becomes the first instant after it. */
export function* slotTimesBetween(
  slots: readonly WeeklyTime[],
  from: Date,
  to: Date,
): Generator<Date, void> {
  if (slots.length === 0) return;
  const first = toBrasilia(from);
  const days = Math.ceil((to.getTime() - startOfDay(dayKey(from)).getTime()) / DAY_MS) + 1;
  const sorted = slots.toSorted((a, b) => a.minute - b.minute);
  for (let day = 0; day < days; day += 1) {
    const on = { ...first, day: first.day + day };
    const weekday = new Date(Date.UTC(on.year, on.month - 1, on.day)).getUTCDay();
    for (const slot of sorted) {
      if (slot.weekday !== weekday) continue;
      const { minute } = slot;
      const at = fromBrasilia({ ...on, hour: Math.floor(minute / 60), minute: minute % 60 });
      if (at >= from && at <= to) yield at;
    }
  }
}
