import type { KeyboardEvent } from 'react';
import { addDays, sameDayInMonth, weekBounds, type DayKey } from './month-grid.ts';

export const weekdayColumns = [
  ['dom.', 'domingo'],
  ['seg.', 'segunda-feira'],
  ['ter.', 'terça-feira'],
  ['qua.', 'quarta-feira'],
  ['qui.', 'quinta-feira'],
  ['sex.', 'sexta-feira'],
  ['sáb.', 'sábado'],
] as const;

/** Null for a key that the grid does not handle. */
export function dayForKey(event: KeyboardEvent, day: DayKey, today: DayKey): DayKey | null {
  if (event.ctrlKey || event.metaKey || event.altKey) return null;
  switch (event.key) {
    case 'ArrowLeft':
      return addDays(day, -1);
    case 'ArrowRight':
      return addDays(day, 1);
    case 'ArrowUp':
      return addDays(day, -7);
    case 'ArrowDown':
      return addDays(day, 7);
    case 'Home':
      return weekBounds(day).sunday;
    case 'End':
      return weekBounds(day).saturday;
    case 'PageUp':
      return sameDayInMonth(day, event.shiftKey ? -12 : -1);
    case 'PageDown':
      return sameDayInMonth(day, event.shiftKey ? 12 : 1);
    case 't':
    case 'T':
      return today;
    default:
      return null;
  }
}
