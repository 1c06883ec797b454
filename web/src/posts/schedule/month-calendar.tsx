import {
  dayKey,
  formatDayMonth,
  formatMonth,
  startOfDay,
} from '@pontual/contract/brasilia-time.ts';
import type { Post } from '@pontual/contract/posts.ts';
import { useState, type ReactNode } from 'react';
import { useMay } from '../../api/may.tsx';
import { useAccountNames } from '../../instagram/account-names.ts';
import { dateNames } from './dates/calendar-dates.ts';
import { worstInSight, type IsAtRisk } from '../../needs/at-risk.ts';
import { DayCell, type Landing } from './day-cell.tsx';
import { dayName, dayUse, SHOWN_PER_DAY, type DayPosts } from './day-name.ts';
import { firstDay, monthGrid, monthOfDay, type DayKey } from './month-grid.ts';
import { MonthTable } from './month-table.tsx';

interface MonthCalendarProps {
  /** The day that the keyboard is on; its month is the one drawn. */
  cursor: DayKey;
  onCursor: (day: DayKey) => void;
  postsByDay: ReadonlyMap<DayKey, Post[]>;
  /** Where a cell has no room for all, it shows the worst. */
  isAtRisk: IsAtRisk;
  now: Date;
  /** Whether a day without posts is known to be empty. */
  known: boolean;
  busy: boolean;
  landing: Landing | null;
  /** Opens what a day has, beside its cell. */
  onOpenDay: (day: DayKey, cell: HTMLElement) => void;
  onCreate: (day: DayKey) => void;
  /** Takes the day that is chosen for a post; null while none waits for one. */
  onPlace: ((day: DayKey) => void) | null;
  /** Over the grid: the month's name and how to leaf. */
  head: ReactNode;
}

const noPosts: readonly Post[] = [];

export function MonthCalendar(props: MonthCalendarProps) {
  const { cursor, onCursor, postsByDay, isAtRisk, now, known, busy, landing, head } = props;
  const [said, setSaid] = useState('');
  const may = useMay('edit');
  const nameOf = useAccountNames();
  const today = dayKey(now);
  const month = monthOfDay(cursor);
  const days = monthGrid(month);
  const celebrated = dateNames(days[0]?.key ?? '', days.at(-1)?.key ?? '');

  const activate = (day: DayKey, posts: DayPosts, cell: HTMLElement) => {
    setSaid('');
    if (props.onPlace !== null) {
      props.onPlace(day);
      return;
    }
    if (posts === null) {
      setSaid(busy ? 'Os posts ainda estão carregando.' : 'O calendário não carregou.');
      return;
    }
    const use = dayUse(day, posts, now, may);
    if (use === 'open') props.onOpenDay(day, cell);
    else if (use === 'create') props.onCreate(day);
    else {
      const state = day < today ? 'já passou e não tem posts' : 'não tem posts';
      setSaid(`${formatDayMonth(startOfDay(day))} ${state}.`);
    }
  };

  return (
    <section
      aria-label={`Calendário de ${formatMonth(startOfDay(firstDay(month)))}`}
      className="border-y border-line bg-surface lg:rounded-lg lg:border-x"
    >
      {head}
      {/* Where a post that is dragged may be dropped. */}
      <div data-drop>
        <MonthTable
          cursor={cursor}
          onCursor={onCursor}
          today={today}
          busy={busy}
          weekday={(short) => short}
          weekdayLook="pb-2 text-2xs leading-[1.55] font-semibold lg:pl-3 lg:text-left"
          weekLook="lg:last:*:first:rounded-bl-[15px] lg:last:*:last:rounded-br-[15px]"
        >
          {(day) => {
            const ofDay = postsByDay.get(day.key) ?? (known ? noPosts : null);
            const posts = ofDay && worstInSight(ofDay, isAtRisk, SHOWN_PER_DAY);
            const fromToday = day.key > today ? 'future' : 'today';
            const words = celebrated.get(day.key) ?? null;
            return (
              <DayCell
                key={day.key}
                day={day}
                name={dayName(day.key, posts, {
                  now,
                  celebrated: words,
                  mayCreate: may,
                  isAtRisk,
                  nameOf,
                })}
                celebrated={words}
                posts={posts ?? noPosts}
                isAtRisk={isAtRisk}
                loading={posts === null && busy}
                use={dayUse(day.key, posts, now, may)}
                when={day.key < today ? 'past' : fromToday}
                tabStop={day.key === cursor}
                landing={landing}
                onActivate={(cell) => activate(day.key, posts, cell)}
              />
            );
          }}
        </MonthTable>
      </div>
      <output className="sr-only">{said}</output>
    </section>
  );
}
