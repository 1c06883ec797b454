import { formatMonth, startOfDay } from '@pontual/contract/shared/brasilia-time.ts';
import { useRef, type KeyboardEvent, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { cx } from '../cx.ts';
import {
  firstDay,
  monthGrid,
  monthOfDay,
  splitIntoWeeks,
  type DayKey,
  type GridDay,
} from './month-grid.ts';
import { dayForKey, weekdayColumns } from './month-keyboard.ts';

interface MonthTableProps {
  cursor: DayKey;
  onCursor: (day: DayKey) => void;
  today: DayKey;
  busy?: boolean;
  weekday: (short: string, full: string) => string;
  weekdayClass: string;
  weekClass?: string;
  /** Its focusable element has the day key as `data-day`. */
  children: (day: GridDay) => ReactNode;
}

export function MonthTable(props: MonthTableProps) {
  const {
    cursor,
    onCursor,
    today,
    busy = false,
    weekday,
    weekdayClass,
    weekClass,
    children,
  } = props;
  const grid = useRef<HTMLTableElement>(null);
  const month = monthOfDay(cursor);
  const onKeyDown = (event: KeyboardEvent) => {
    const cell = event.target instanceof Element ? event.target.closest('[data-day]') : null;
    const next = dayForKey(event, cell?.getAttribute('data-day') ?? cursor, today);
    if (next === null) return;
    event.preventDefault();
    flushSync(() => onCursor(next));
    grid.current?.querySelector<HTMLElement>(`[data-day="${next}"]`)?.focus();
  };
  return (
    <table
      ref={grid}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- the date grid of the ARIA practices is a table
      role="grid"
      aria-label={formatMonth(startOfDay(firstDay(month)))}
      aria-busy={busy || undefined}
      onKeyDown={onKeyDown}
      className="w-full table-fixed border-separate border-spacing-0"
    >
      <thead>
        <tr>
          {weekdayColumns.map(([short, full]) => (
            <th
              key={full}
              scope="col"
              aria-label={full}
              className={cx('p-0 text-ink-3', weekdayClass)}
            >
              {weekday(short, full)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {splitIntoWeeks(monthGrid(month)).map((week) => (
          <tr key={week[0]?.key} className={weekClass}>
            {week.map(children)}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
