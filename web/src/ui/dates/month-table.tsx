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
import { dayForKey, weekdays } from './month-keyboard.ts';

interface MonthTableProps {
  /** The day that the keyboard is on; its month is the one drawn. */
  cursor: DayKey;
  onCursor: (day: DayKey) => void;
  today: DayKey;
  busy?: boolean;
  /** What is seen of the name of a weekday, which is read out in full. */
  weekday: (short: string, full: string) => string;
  weekdayClass: string;
  weekClass?: string;
  /** Draws a day as a cell; what the focus goes to in it has the day's key as `data-day`. */
  children: (day: GridDay) => ReactNode;
}

/** The days of a month in their weeks, walked by the keys (DESIGN.md 8, "Calendar grid"). */
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
    // Drawn at once, so that the cell to be focused is there.
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
          {weekdays.map(([short, full]) => (
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
