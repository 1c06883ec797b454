import { fromBrasilia, startOfDay, toBrasilia } from '@pontual/contract/brasilia-time.ts';

const MINUTE_MS = 60_000;

/** When somebody likes to post: weekdays from 0, Sunday; hours as `12:00`. */
export interface SlotWishes {
  /** The first day, as `2026-11-28`. */
  from: string;
  weekdays: ReadonlySet<number>;
  hours: readonly string[];
}

/**
 * The next so many hours of these that nothing is scheduled at, in their order; fewer where they do not
 * fit before the end.
 */
export function freeSlots(
  count: number,
  { from, weekdays, hours }: SlotWishes,
  { taken, now, until }: { taken: readonly Date[]; now: Date; until: Date },
): Date[] {
  const minutes = new Set(taken.map((at) => Math.floor(at.getTime() / MINUTE_MS)));
  const inOrder = [...new Set(hours)].toSorted();
  const slots: Date[] = [];
  if (inOrder.length === 0 || weekdays.size === 0) return slots;
  for (let day = 0; slots.length < count; day += 1) {
    const date = startOfDay(from, day);
    if (date > until) break;
    const wall = toBrasilia(date);
    if (!weekdays.has(new Date(Date.UTC(wall.year, wall.month - 1, wall.day)).getUTCDay()))
      continue;
    for (const text of inOrder) {
      const [hour = 0, minute = 0] = text.split(':').map(Number);
      const at = fromBrasilia({ ...wall, hour, minute });
      const isFree = at > now && at <= until && !minutes.has(Math.floor(at.getTime() / MINUTE_MS));
      if (isFree && slots.length < count) slots.push(at);
    }
  }
  return slots;
}
