import { dayKey } from '@pontual/contract/shared/brasilia-time.ts';
import type { Post } from '@pontual/contract/posts/posts.ts';
import { useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { useCan } from '../../api/permissions.tsx';
import { useInstagramAccountNames } from '../../instagram/instagram-account-names.ts';
import type { IsAtRisk } from '../../posts/issues/at-risk.ts';
import { cx } from '../../ui/cx.ts';
import { useIsWide } from '../../ui/use-is-wide.ts';
import type { DueTimeFields } from '../../composer/when/due-time-fields.ts';
import { readNow } from '../../posts/now.ts';
import { addDays, weekBounds, type DayKey } from '../../ui/dates/month-grid.ts';
import { HourCell } from './hour-cell.tsx';
import { hourCellLabel } from './hour-cell-label.ts';
import { DayHeaders, DayStrip } from './week-days.tsx';
import { slotForKey, type HourSlot } from './week-keyboard.ts';
import { prefillForHour, layoutHours, type HourOfDay } from './week-layout.ts';
import { minuteOfDay, weekDays, weekTitle } from './week.ts';
import { WeekScroller } from './week-scroller.tsx';

interface WeekCalendarProps {
  cursor: HourSlot;
  onCursor: (slot: HourSlot) => void;
  postsByDay: ReadonlyMap<DayKey, Post[]>;
  isAtRisk: IsAtRisk;
  now: Date;
  isLoaded: boolean;
  busy: boolean;
  dragging: boolean;
  onOpen: (post: Post) => void;
  onOpenDay: (day: DayKey, cell: HTMLElement) => void;
  onCreate: (when: DueTimeFields) => void;
  onChooseTarget: ((slot: HourSlot) => void) | null;
  header: ReactNode;
}

const noPosts: readonly Post[] = [];
const emptyHour: HourOfDay = { posts: [], blocks: [], overflows: [] };
const hours = Array.from({ length: 24 }, (_, hour) => hour);
/** A column of the week fits two posts side by side; the single day of a phone fits three. */
const LANES = { week: 2, day: 3 };

export function WeekCalendar(props: WeekCalendarProps) {
  const { cursor, onCursor, postsByDay, isAtRisk, now, isLoaded, busy, header } = props;
  const isWide = useIsWide();
  const grid = useRef<HTMLTableElement>(null);
  const [announcement, setAnnouncement] = useState('');
  const canEdit = useCan('edit');
  const nameOf = useInstagramAccountNames();
  const today = dayKey(now);
  const nowMinute = minuteOfDay(now);
  const hourNow = Math.floor(nowMinute / 60);
  const week = weekDays(cursor.day);
  const days = isWide ? week : [cursor.day];
  const hoursByDay = useHoursByDay(cursor.day, props, isWide ? LANES.week : LANES.day);
  const findCell = ({ day, hour }: HourSlot) =>
    grid.current?.querySelector<HTMLElement>(`[data-day="${day}"][data-hour="${hour}"]`) ?? null;

  const onKeyDown = (event: KeyboardEvent) => {
    const cell =
      event.target instanceof Element ? event.target.closest<HTMLElement>('[data-hour]') : null;
    if (cell === null) return;
    const { day = cursor.day, hour } = cell.dataset;
    const next = slotForKey(event, { day, hour: Number(hour) }, { day: today, hour: hourNow });
    if (next === null) return;
    event.preventDefault();
    // Synchronous: the cell must exist before it gets the focus.
    flushSync(() => onCursor(next));
    findCell(next)?.focus();
  };
  const openDay = (slot: HourSlot, cell = findCell(slot)) =>
    cell === null ? undefined : props.onOpenDay(slot.day, cell);
  const activate = (slot: HourSlot, posts: readonly Post[]) => {
    setAnnouncement('');
    const when = prefillForHour(slot.day, slot.hour, readNow());
    const [first, ...others] = posts;
    if (props.onChooseTarget !== null) props.onChooseTarget(slot);
    else if (others.length > 0) openDay(slot);
    else if (first !== undefined) props.onOpen(first);
    else if (when === null) setAnnouncement('Esta hora já passou e não tem posts.');
    else if (!canEdit) setAnnouncement('Esta hora não tem posts.');
    else if (isLoaded) props.onCreate(when);
    else setAnnouncement(busy ? 'Os posts ainda estão carregando.' : 'O calendário não carregou.');
  };
  const renderCell = (slot: HourSlot) => {
    const { day, hour } = slot;
    const hourOfDay = hoursByDay.get(day)?.[hour] ?? emptyHour;
    const isOver = day < today || (day === today && (hour + 1) * 60 <= nowMinute + 1);
    const isOpen = canEdit && !isOver;
    return (
      <HourCell
        key={day}
        slot={slot}
        label={hourCellLabel(slot, hourOfDay.posts, { isOpen, isAtRisk, nameOf })}
        nameOf={nameOf}
        blocks={hourOfDay.blocks}
        overflows={hourOfDay.overflows}
        isOpen={isOpen}
        hasRoom={!isWide}
        tabStop={day === cursor.day && hour === cursor.hour}
        now={day === today && hour === hourNow ? nowMinute % 60 : null}
        onActivate={() => activate(slot, hourOfDay.posts)}
        onOpen={
          props.onChooseTarget === null ? props.onOpen : () => activate(slot, hourOfDay.posts)
        }
        onOpenOverflow={() =>
          props.onChooseTarget === null ? openDay(slot) : activate(slot, hourOfDay.posts)
        }
      />
    );
  };

  return (
    <section
      aria-label={`Calendário de ${weekTitle(cursor.day, now)}`}
      className="overflow-clip border-y border-line bg-surface lg:rounded-lg lg:border-x"
    >
      {header}
      {isWide ? null : (
        <DayStrip
          week={week}
          day={cursor.day}
          today={today}
          postsByDay={postsByDay}
          onDay={(day) => onCursor({ ...cursor, day })}
        />
      )}
      <WeekScroller
        initialHour={week.includes(today) ? nowMinute / 60 - 2 : 7}
        onSwipe={
          isWide || props.dragging
            ? null
            : (by) => onCursor({ ...cursor, day: addDays(cursor.day, by) })
        }
      >
        <table
          ref={grid}
          data-drop
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- the date grid of the ARIA practices is a table
          role="grid"
          aria-label={weekTitle(cursor.day, now)}
          aria-busy={busy || undefined}
          onKeyDown={onKeyDown}
          className="w-full table-fixed border-separate border-spacing-0"
        >
          <DayHeaders
            days={days}
            today={today}
            isVisuallyHidden={!isWide}
            postsByDay={postsByDay}
          />
          <tbody>
            {hours.map((hour) => (
              <tr key={hour}>
                <HourHeader hour={hour} />
                {days.map((day) => renderCell({ day, hour }))}
              </tr>
            ))}
          </tbody>
        </table>
      </WeekScroller>
      <output className="sr-only">{announcement}</output>
    </section>
  );
}

function useHoursByDay(
  day: DayKey,
  { postsByDay, isAtRisk }: Pick<WeekCalendarProps, 'postsByDay' | 'isAtRisk'>,
  maxLanes: number,
): ReadonlyMap<DayKey, HourOfDay[]> {
  const { sunday } = weekBounds(day);
  return useMemo(() => {
    const hoursAt = (each: DayKey) =>
      layoutHours(postsByDay.get(each) ?? noPosts, maxLanes, isAtRisk);
    return new Map(weekDays(sunday).map((each) => [each, hoursAt(each)]));
  }, [sunday, postsByDay, maxLanes, isAtRisk]);
}

function HourHeader({ hour }: { hour: number }) {
  return (
    <th
      scope="row"
      className="tnum relative w-12 p-0 align-top text-[11px] leading-none font-medium text-ink-3"
    >
      <span className={cx('absolute right-2', hour === 0 ? 'top-1' : '-top-[5px]')}>
        {String(hour).padStart(2, '0')}:00
      </span>
    </th>
  );
}
