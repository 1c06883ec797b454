import { useState } from 'react';
import { readStored, store } from '../api/storage.ts';

export const calendarViews = [
  { value: 'month', label: 'Mês' },
  { value: 'week', label: 'Semana' },
] as const;
export type CalendarView = (typeof calendarViews)[number]['value'];

const KEY = 'pontual.calendar-view';

/** Returns the view, month or week, and its setter. The browser stores the last choice. */
export function useCalendarView(): [CalendarView, (view: CalendarView) => void] {
  const [view, setView] = useState<CalendarView>(() =>
    readStored(KEY) === 'week' ? 'week' : 'month',
  );
  const choose = (next: CalendarView) => {
    setView(next);
    store(KEY, next);
  };
  return [view, choose];
}
