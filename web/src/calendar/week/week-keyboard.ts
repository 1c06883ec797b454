import type { KeyboardEvent } from 'react';
import { addDays, weekBounds, type DayKey } from '../../ui/dates/month-grid.ts';

/** `hour` is 0 to 23. */
export interface HourSlot {
  day: DayKey;
  hour: number;
}

/** Null for a key that the week grid does not use. */
export function slotForKey(
  event: KeyboardEvent,
  { day, hour }: HourSlot,
  now: HourSlot,
): HourSlot | null {
  if (event.ctrlKey || event.metaKey || event.altKey) return null;
  switch (event.key) {
    case 'ArrowLeft':
      return { day: addDays(day, -1), hour };
    case 'ArrowRight':
      return { day: addDays(day, 1), hour };
    case 'ArrowUp':
      return { day, hour: Math.max(0, hour - 1) };
    case 'ArrowDown':
      return { day, hour: Math.min(23, hour + 1) };
    case 'Home':
      return { day: weekBounds(day).sunday, hour };
    case 'End':
      return { day: weekBounds(day).saturday, hour };
    case 'PageUp':
      return { day: addDays(day, -7), hour };
    case 'PageDown':
      return { day: addDays(day, 7), hour };
    case 't':
    case 'T':
      return now;
    default:
      return null;
  }
}
