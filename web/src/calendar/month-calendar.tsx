import {
  dayKey,
  formatDayMonth,
  formatMonth,
  startOfDay,
} from '@pontual/contract/shared/brasilia-time.ts';
import type { Post } from '@pontual/contract/posts/posts.ts';
import { useState, type ReactNode } from 'react';
import { useCan } from '../api/permissions.tsx';
import { useInstagramAccountNames } from '../instagram/instagram-account-names.ts';
import { namesByDay } from './dates/calendar-dates.ts';
import { prioritizeWorst, type IsAtRisk } from '../posts/issues/at-risk.ts';
import { DayCell, type ArrivingPost } from './day-cell.tsx';
import { dayCellLabel, getDayAction, SHOWN_PER_DAY, type DayPosts } from './day-cell-label.ts';
import { firstDay, monthGrid, monthOfDay, type DayKey } from '../ui/dates/month-grid.ts';
import { MonthTable } from '../ui/dates/month-table.tsx';

interface MonthCalendarProps {
  cursor: DayKey;
  onCursor: (day: DayKey) => void;
  postsByDay: ReadonlyMap<DayKey, Post[]>;
  isAtRisk: IsAtRisk;
  now: Date;
  isLoaded: boolean;
  busy: boolean;
  arrivingPost: ArrivingPost | null;
  onOpenDay: (day: DayKey, cell: HTMLElement) => void;
  onCreate: (day: DayKey) => void;
  /** Moves the picked-up post to a day; null while no post is picked up. */
  onChooseTarget: ((day: DayKey) => void) | null;
  header: ReactNode;
}

const noPosts: readonly Post[] = [];

export function MonthCalendar(props: MonthCalendarProps) {
  const { cursor, onCursor, postsByDay, isAtRisk, now, isLoaded, busy, arrivingPost, header } =
    props;
  const [announcement, setAnnouncement] = useState('');
  const canEdit = useCan('edit');
  const nameOf = useInstagramAccountNames();
  const today = dayKey(now);
  const month = monthOfDay(cursor);
  const days = monthGrid(month);
  const occasions = namesByDay(days[0]?.key ?? '', days.at(-1)?.key ?? '');

  const activate = (day: DayKey, posts: DayPosts, cell: HTMLElement) => {
    setAnnouncement('');
    if (props.onChooseTarget !== null) {
      props.onChooseTarget(day);
      return;
    }
    if (posts === null) {
      setAnnouncement(busy ? 'Os posts ainda estão carregando.' : 'O calendário não carregou.');
      return;
    }
    const action = getDayAction(day, posts, now, canEdit);
    if (action === 'open') props.onOpenDay(day, cell);
    else if (action === 'create') props.onCreate(day);
    else {
      const state = day < today ? 'já passou e não tem posts' : 'não tem posts';
      setAnnouncement(`${formatDayMonth(startOfDay(day))} ${state}.`);
    }
  };

  return (
    <section
      aria-label={`Calendário de ${formatMonth(startOfDay(firstDay(month)))}`}
      className="border-y border-line bg-surface lg:rounded-lg lg:border-x"
    >
      {header}
      <div data-drop>
        <MonthTable
          cursor={cursor}
          onCursor={onCursor}
          today={today}
          busy={busy}
          weekday={(short) => short}
          weekdayClass="pb-2 text-2xs leading-[1.55] font-semibold lg:pl-3 lg:text-left"
          weekClass="lg:last:*:first:rounded-bl-[15px] lg:last:*:last:rounded-br-[15px]"
        >
          {(day) => {
            const dayPosts = postsByDay.get(day.key) ?? (isLoaded ? noPosts : null);
            const posts = dayPosts && prioritizeWorst(dayPosts, isAtRisk, SHOWN_PER_DAY);
            const fromToday = day.key > today ? 'future' : 'today';
            const occasion = occasions.get(day.key) ?? null;
            return (
              <DayCell
                key={day.key}
                day={day}
                name={dayCellLabel(day.key, posts, {
                  now,
                  occasion: occasion,
                  canCreate: canEdit,
                  isAtRisk,
                  nameOf,
                })}
                occasion={occasion}
                posts={posts ?? noPosts}
                isAtRisk={isAtRisk}
                loading={posts === null && busy}
                action={getDayAction(day.key, posts, now, canEdit)}
                period={day.key < today ? 'past' : fromToday}
                tabStop={day.key === cursor}
                arrivingPost={arrivingPost}
                onActivate={(cell) => activate(day.key, posts, cell)}
              />
            );
          }}
        </MonthTable>
      </div>
      <output className="sr-only">{announcement}</output>
    </section>
  );
}
