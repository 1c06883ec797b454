import { useState } from 'react';
import { readStored, store } from '../api/storage.ts';

export const calendarViews = [
  { value: 'month', label: 'Mês' },
  { value: 'week', label: 'Semana' },
] as const;
export type CalendarView = (typeof calendarViews)[number]['value'];

const KEY = 'pontual.calendar-view';

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
