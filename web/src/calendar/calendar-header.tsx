import { dayKey, formatMonthName, startOfDay } from '@pontual/contract/shared/brasilia-time.ts';
import { Button } from '../ui/button.tsx';
import { Segmented } from '../ui/segmented.tsx';
import { calendarViews, type CalendarView } from './calendar-view.ts';
import {
  addDays,
  firstDay,
  monthOfDay,
  sameDayInMonth,
  type DayKey,
} from '../ui/dates/month-grid.ts';
import { PagerButtons } from '../ui/dates/pager-buttons.tsx';
import { weekTitle } from './week/week.ts';

interface CalendarHeaderProps {
  cursor: DayKey;
  onCursor: (day: DayKey) => void;
  now: Date;
  /** Omitted where only the month view exists. */
  views?: { view: CalendarView; onView: (view: CalendarView) => void };
  /** Called with the day that the next press is likely to open. */
  onPrefetch?: (day: DayKey) => void;
}

export function CalendarHeader(props: CalendarHeaderProps) {
  const { cursor, onCursor, now, views, onPrefetch } = props;
  const isWeek = views?.view === 'week';
  const shiftCursor = (from: DayKey, by: 1 | -1) =>
    isWeek ? addDays(from, by * 7) : sameDayInMonth(from, by);
  const turnPage = (by: 1 | -1) => {
    const next = shiftCursor(cursor, by);
    onCursor(next);
    onPrefetch?.(shiftCursor(next, by));
  };
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1 py-2 pr-1 pl-4 lg:pt-4 lg:pr-4 lg:pb-3 lg:pl-4 2xl:pl-[22px]">
      <h2
        aria-live="polite"
        className="mr-auto font-heading text-xl leading-none! font-bold tracking-[-.02em] max-lg:w-full max-lg:pt-2 lg:flex-1 lg:max-2xl:text-[1.375rem]"
      >
        {isWeek ? weekTitle(cursor, now) : <Month cursor={cursor} />}
      </h2>
      {views === undefined ? null : (
        <div className="w-[152px] max-lg:mr-auto lg:w-[136px] 2xl:w-[146px]">
          <Segmented
            label="Visão"
            hideLabel
            options={calendarViews}
            value={views.view}
            onValue={views.onView}
          />
        </div>
      )}
      <div className="flex items-center gap-1">
        <Button variant="ghost" size="sm" onClick={() => onCursor(dayKey(now))}>
          Hoje
        </Button>
        <PagerButtons
          labels={isWeek ? ['Semana anterior', 'Próxima semana'] : ['Mês anterior', 'Próximo mês']}
          onPage={turnPage}
          onPrefetch={(by) => onPrefetch?.(shiftCursor(cursor, by))}
        />
      </div>
    </div>
  );
}

function Month({ cursor }: { cursor: DayKey }) {
  const month = monthOfDay(cursor);
  return (
    <>
      {formatMonthName(startOfDay(firstDay(month)))}{' '}
      <span className="font-medium text-ink-3">{month.slice(0, 4)}</span>
    </>
  );
}
