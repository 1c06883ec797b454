import {
  dayKey,
  formatDayMonth,
  formatWeekday,
  startOfDay,
} from '@pontual/contract/shared/brasilia-time.ts';
import { CalendarHeart, ChevronDown } from 'lucide-react';
import { IfAllowed } from '../../api/permissions.tsx';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { horizonText } from '../../composer/when/time-bounds.rules.ts';
import { useHorizon } from '../../composer/when/use-horizon.ts';
import type { DayKey, MonthKey } from '../../ui/dates/month-grid.ts';
import { listMonthDates, type MonthDate } from './month-dates.rules.ts';
import type { DateKind } from './date-table.ts';

interface MonthDatesProps {
  month: MonthKey;
  now: Date;
  onCreate: (day: DayKey) => void;
}

const kindNames: Record<DateKind, string | null> = {
  feriado: 'feriado',
  facultativo: 'ponto facultativo',
  data: null,
};

export function MonthDates({ month, now, onCreate }: MonthDatesProps) {
  const horizon = useHorizon();
  const dates = listMonthDates(month, now, horizon);
  const next = dates.find(({ state }) => state !== 'past');
  return (
    <details className="group mt-4 rounded-md border border-line bg-surface max-lg:mx-4 lg:mt-5 lg:rounded-lg">
      <summary className="flex min-h-13 list-none items-center gap-2.5 rounded-[inherit] px-3.5 text-sm font-semibold lg:px-5 [&::-webkit-details-marker]:hidden">
        <CalendarHeart size={18} />
        <h2 className="shrink-0">Datas do mês</h2>
        <span className="tnum rounded-full bg-sunken px-[9px] py-0.5 text-2xs font-bold">
          {dates.length}
        </span>
        <span className="min-w-0 flex-1 truncate text-right text-xs font-normal text-ink-3 group-open:invisible">
          {next === undefined ? null : nextDateText(next, now)}
        </span>
        <ChevronDown size={18} className="text-ink-3 transition-[rotate] group-open:rotate-180" />
      </summary>
      <ul className="grid gap-x-7 px-3.5 pb-2 lg:grid-cols-2 lg:px-5 lg:pb-3">
        {dates.map((line) => (
          <DateRow
            key={`${line.date.day} ${line.date.name}`}
            monthDate={line}
            onCreate={onCreate}
          />
        ))}
      </ul>
      {horizon !== null && dates.some(({ state }) => state === 'beyond') ? (
        <p className="px-3.5 pb-4 text-xs text-ink-3 lg:px-5">{horizonText(horizon, now)}</p>
      ) : null}
    </details>
  );
}

function nextDateText({ date: { day, name } }: MonthDate, now: Date): string {
  return day === dayKey(now) ? `${name}, hoje` : `${name}, dia ${Number(day.slice(8))}`;
}

function DateRow({
  monthDate,
  onCreate,
}: {
  monthDate: MonthDate;
  onCreate: (day: DayKey) => void;
}) {
  const { state, schedulableFrom } = monthDate;
  const { day, name, kind } = monthDate.date;
  const start = startOfDay(day);
  const details = [
    kindNames[kind],
    schedulableFrom === null
      ? formatWeekday(start)
      : `agende a partir de ${formatDayMonth(startOfDay(schedulableFrom))}`,
    state === 'past' ? 'já passou' : null,
  ].filter((words) => words !== null);
  return (
    <li className="flex min-h-15 min-w-0 items-center gap-3 py-1.5">
      <b
        className={cx(
          'tnum w-7 shrink-0 text-center font-heading text-lg leading-none! font-semibold',
          state === 'past' && 'text-ink-3',
        )}
      >
        {Number(day.slice(8))}
      </b>
      <p className="min-w-0 flex-1 text-sm">
        <b className={cx('block font-semibold wrap-anywhere', state === 'past' && 'text-ink-3')}>
          {name}
        </b>
        <span className="block text-xs text-ink-3">{details.join(', ')}</span>
      </p>
      {state === 'open' ? (
        <IfAllowed permission="edit">
          <Button
            variant="line"
            size="sm"
            aria-label={`Criar post para ${name}, ${formatDayMonth(start)}`}
            onClick={() => onCreate(day)}
          >
            Criar post
          </Button>
        </IfAllowed>
      ) : null}
    </li>
  );
}
