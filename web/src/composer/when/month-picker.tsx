import {
  dayKey,
  formatDayMonth,
  formatMonthName,
  startOfDay,
} from '@pontual/contract/shared/brasilia-time.ts';
import { useState } from 'react';
import { cx } from '../../ui/cx.ts';
import {
  firstDay,
  monthOfDay,
  sameDayInMonth,
  type DayKey,
  type GridDay,
  type MonthKey,
} from '../../ui/dates/month-grid.ts';
import { MonthTable } from '../../ui/dates/month-table.tsx';
import { PagerButtons } from '../../ui/dates/pager-buttons.tsx';
import {
  earliestDueAt,
  dayUnavailableReason,
  horizonText,
  type Bounds,
} from './time-bounds.rules.ts';

interface MonthPickerProps {
  /** Empty while no day is chosen. */
  date: DayKey;
  onDate: (date: DayKey) => void;
  onMonth: ((month: MonthKey) => void) | undefined;
  busyDays: ReadonlySet<DayKey>;
  now: Date;
  bounds: Bounds;
}

export function MonthPicker({ date, onDate, onMonth, busyDays, now, bounds }: MonthPickerProps) {
  const [cursor, setCursor] = useState(date === '' ? dayKey(earliestDueAt(now, bounds.min)) : date);
  const [announcement, setAnnouncement] = useState('');
  const today = dayKey(now);
  const month = monthOfDay(cursor);
  const shown = startOfDay(firstDay(month));

  const moveTo = (day: DayKey) => {
    setAnnouncement('');
    setCursor(day);
    if (monthOfDay(day) !== month) onMonth?.(monthOfDay(day));
  };
  const choose = (day: DayKey) => {
    const reason = dayUnavailableReason(day, now, bounds);
    if (reason === null) onDate(day);
    else {
      moveTo(day);
      setAnnouncement(`${formatDayMonth(startOfDay(day))}: ${reason}.`);
    }
  };
  return (
    <>
      <div className="flex items-center justify-between pb-1 pl-2">
        <p
          aria-live="polite"
          className="font-heading text-[1rem] leading-none! font-bold tracking-[-.01em]"
        >
          {formatMonthName(shown)} {month.slice(0, 4)}
        </p>
        <div className="flex gap-0.5">
          <PagerButtons
            size="sm"
            labels={['Mês anterior', 'Próximo mês']}
            onPage={(by) => moveTo(sameDayInMonth(cursor, by))}
          />
        </div>
      </div>
      <MonthTable
        cursor={cursor}
        onCursor={moveTo}
        today={today}
        weekday={(_, full) => full.charAt(0).toUpperCase()}
        weekdayClass="h-6 text-[11px] leading-none font-normal"
      >
        {(day) => (
          <DayCell
            key={day.key}
            day={day}
            unavailableReason={dayUnavailableReason(day.key, now, bounds)}
            isToday={day.key === today}
            isChosen={day.key === date}
            isBusy={busyDays.has(day.key)}
            isTabStop={day.key === cursor}
            onChoose={() => choose(day.key)}
          />
        )}
      </MonthTable>
      {bounds.horizon === null ? null : (
        <p className="-mx-3 mt-2 border-t border-line px-5 pt-2.5 text-xs text-ink-3 lg:-mx-3.5">
          {horizonText(bounds.horizon, now)}
        </p>
      )}
      <output className="sr-only">{announcement}</output>
    </>
  );
}

interface DayCellProps {
  day: GridDay;
  /** Null if the day can be chosen. */
  unavailableReason: string | null;
  isToday: boolean;
  isChosen: boolean;
  isBusy: boolean;
  isTabStop: boolean;
  onChoose: () => void;
}

function DayCell({
  day,
  unavailableReason,
  isToday,
  isChosen,
  isBusy,
  isTabStop,
  onChoose,
}: DayCellProps) {
  const name = [
    formatDayMonth(startOfDay(day.key)),
    isToday ? 'hoje' : null,
    isChosen ? 'escolhido' : null,
    isBusy ? 'tem posts' : null,
    unavailableReason,
  ].filter((part) => part !== null);
  return (
    <td aria-selected={isChosen} className="p-0 py-px text-center">
      <button
        type="button"
        aria-current={isToday ? 'date' : undefined}
        aria-disabled={unavailableReason === null ? undefined : true}
        data-day={day.key}
        tabIndex={isTabStop ? 0 : -1}
        onClick={onChoose}
        className={cx(dayClass, dayStateClass({ day, unavailableReason, isToday, isChosen }))}
      >
        {/* Hidden text instead of aria-label, which would have to contain the visible text verbatim. */}
        <span className="sr-only">{name.join(', ')}</span>
        <span aria-hidden="true">{day.day}</span>
        {isBusy ? (
          <span
            aria-hidden="true"
            className={cx(
              'absolute bottom-[5px] left-1/2 size-1 -translate-x-1/2 rounded-full forced-color-adjust-none',
              isToday || isChosen ? 'bg-current' : 'bg-sched',
            )}
          />
        ) : null}
      </button>
    </td>
  );
}

const dayClass =
  'tnum relative mx-auto grid size-11 place-items-center rounded-full font-heading text-sm leading-none! transition-colors focus-visible:z-10 max-lg:-outline-offset-2! aria-disabled:cursor-not-allowed lg:size-10';

function dayStateClass(
  props: Pick<DayCellProps, 'day' | 'unavailableReason' | 'isToday' | 'isChosen'>,
): string {
  const { day, unavailableReason, isToday, isChosen } = props;
  if (isChosen) return 'bg-ink font-bold text-on-ink';
  if (isToday) return 'bg-ipe font-bold text-on-ipe hover:bg-ipe-hover';
  if (unavailableReason !== null) {
    return 'font-medium text-ink-3 line-through decoration-line-strong decoration-[1.5px]';
  }
  return cx('font-medium hover:bg-hover', !day.inMonth && 'text-ink-3');
}
