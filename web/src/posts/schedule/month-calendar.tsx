import {
  dayKey,
  formatDayMonth,
  formatMonth,
  formatMonthName,
  startOfDay,
} from '@pontual/contract/brasilia-time.ts';
import type { Post } from '@pontual/contract/posts.ts';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useRef, useState, type KeyboardEvent } from 'react';
import { flushSync } from 'react-dom';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { DayCell, type Landing } from './day-cell.tsx';
import { dayName, dayUse, type DayPosts } from './day-name.ts';
import {
  firstDay,
  monthGrid,
  monthOfDay,
  sameDayInMonth,
  weeksOf,
  type DayKey,
} from './month-grid.ts';
import { dayByKey, weekdays } from './month-keys.ts';

interface MonthCalendarProps {
  /** The day that the keyboard is on; its month is the one drawn. */
  cursor: DayKey;
  onCursor: (day: DayKey) => void;
  postsByDay: ReadonlyMap<DayKey, Post[]>;
  now: Date;
  /** Whether a day without posts is known to be empty. */
  known: boolean;
  busy: boolean;
  landing: Landing | null;
  onOpenDay: (day: DayKey) => void;
  onCreate: (day: DayKey) => void;
}

const noPosts: readonly Post[] = [];

export function MonthCalendar(props: MonthCalendarProps) {
  const { cursor, onCursor, postsByDay, now, known, busy, landing, onOpenDay, onCreate } = props;
  const grid = useRef<HTMLTableElement>(null);
  const [said, setSaid] = useState('');
  const today = dayKey(now);
  const month = monthOfDay(cursor);
  const shown = startOfDay(firstDay(month));

  const onKeyDown = (event: KeyboardEvent) => {
    const cell = event.target instanceof Element ? event.target.closest('[data-day]') : null;
    const next = dayByKey(event, cell?.getAttribute('data-day') ?? cursor, today);
    if (next === null) return;
    event.preventDefault();
    // Drawn at once, so that the cell to be focused is there.
    flushSync(() => onCursor(next));
    grid.current?.querySelector<HTMLElement>(`[data-day="${next}"]`)?.focus();
  };

  const activate = (day: DayKey, posts: DayPosts) => {
    setSaid('');
    if (posts === null) {
      setSaid(busy ? 'Os posts ainda estão carregando.' : 'O calendário não carregou.');
      return;
    }
    const use = dayUse(day, posts, now);
    if (use === 'open') onOpenDay(day);
    else if (use === 'create') onCreate(day);
    else setSaid(`${formatDayMonth(startOfDay(day))} já passou e não tem posts.`);
  };

  return (
    <section
      aria-label={`Calendário de ${formatMonth(shown)}`}
      className="border-y border-line bg-surface lg:rounded-lg lg:border-x"
    >
      <div className="flex items-center justify-between py-2 pr-1 pl-4 lg:pt-4 lg:pr-4 lg:pb-3 lg:pl-[22px]">
        <h2
          aria-live="polite"
          className="font-heading text-xl leading-none! font-bold tracking-[-.02em]"
        >
          {formatMonthName(shown)}{' '}
          <span className="font-medium text-ink-3">{month.slice(0, 4)}</span>
        </h2>
        <div className="flex items-center gap-1">
          <Button variant="ghost" size="sm" onClick={() => onCursor(today)}>
            Hoje
          </Button>
          <IconButton
            label="Mês anterior"
            icon={<ChevronLeft size={20} />}
            onClick={() => onCursor(sameDayInMonth(cursor, -1))}
          />
          <IconButton
            label="Próximo mês"
            icon={<ChevronRight size={20} />}
            onClick={() => onCursor(sameDayInMonth(cursor, 1))}
          />
        </div>
      </div>
      <table
        ref={grid}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- the date grid of the ARIA practices is a table
        role="grid"
        aria-label={formatMonth(shown)}
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
                className="p-0 pb-2 text-2xs leading-[1.55] font-semibold text-ink-3 lg:pl-3 lg:text-left"
              >
                {short}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(monthGrid(month)).map((week) => (
            <tr
              key={week[0]?.key}
              className="lg:last:*:first:rounded-bl-[15px] lg:last:*:last:rounded-br-[15px]"
            >
              {week.map((day) => {
                const posts = postsByDay.get(day.key) ?? (known ? noPosts : null);
                const fromToday = day.key > today ? 'future' : 'today';
                return (
                  <DayCell
                    key={day.key}
                    day={day}
                    name={dayName(day.key, posts, now)}
                    posts={posts ?? noPosts}
                    loading={posts === null && busy}
                    use={dayUse(day.key, posts, now)}
                    when={day.key < today ? 'past' : fromToday}
                    tabStop={day.key === cursor}
                    landing={landing}
                    onActivate={() => activate(day.key, posts)}
                  />
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
      <output className="sr-only">{said}</output>
    </section>
  );
}
