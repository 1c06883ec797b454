import { dayKey } from '@pontual/contract/brasilia-time.ts';
import type { Post } from '@pontual/contract/posts.ts';
import { useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { useMay } from '../../../api/may.tsx';
import { useAccountNames } from '../../../instagram/account-names.ts';
import type { IsAtRisk } from '../../../needs/at-risk.ts';
import { cx } from '../../../ui/cx.ts';
import { useIsWide } from '../../../ui/wide.ts';
import type { WallFields } from '../../create/when/wall-fields.ts';
import { readNow } from '../../now.ts';
import { addDays, weekEnds, type DayKey } from '../month-grid.ts';
import { HourCell } from './hour-cell.tsx';
import { slotName } from './slot-name.ts';
import { DayHeads, DayStrip } from './week-days.tsx';
import { slotByKey, type Slot } from './week-keys.ts';
import { hourPrefill, hoursOf, type HourOfDay } from './week-layout.ts';
import { minuteOf, weekDays, weekTitle } from './week.ts';
import { WeekScroller } from './week-scroller.tsx';

interface WeekCalendarProps {
  /** The hour that the keyboard is on; its week is the one drawn. */
  cursor: Slot;
  onCursor: (slot: Slot) => void;
  postsByDay: ReadonlyMap<DayKey, Post[]>;
  /** Where an hour has no room for all, it shows the worst. */
  isAtRisk: IsAtRisk;
  now: Date;
  known: boolean;
  busy: boolean;
  dragging: boolean;
  onOpen: (post: Post) => void;
  onOpenDay: (day: DayKey, cell: HTMLElement) => void;
  onCreate: (when: WallFields) => void;
  /** Takes the hour that is chosen for a post; null while none waits for one. */
  onPlace: ((slot: Slot) => void) | null;
  head: ReactNode;
}

const noPosts: readonly Post[] = [];
const nothing: HourOfDay = { posts: [], blocks: [], rests: [] };
const hours = Array.from({ length: 24 }, (_, hour) => hour);
/** A column of a week takes two posts side by side; one of a phone, which shows a day, three. */
const LANES = { week: 2, day: 3 };

/** Seven days by their hours; on a phone one of them, under the week. */
export function WeekCalendar(props: WeekCalendarProps) {
  const { cursor, onCursor, postsByDay, isAtRisk, now, known, busy, head } = props;
  const isWide = useIsWide();
  const grid = useRef<HTMLTableElement>(null);
  const [said, setSaid] = useState('');
  const may = useMay('edit');
  const nameOf = useAccountNames();
  const today = dayKey(now);
  const nowMinute = minuteOf(now);
  const hourNow = Math.floor(nowMinute / 60);
  const week = weekDays(cursor.day);
  const days = isWide ? week : [cursor.day];
  const hoursByDay = useHours(cursor.day, props, isWide ? LANES.week : LANES.day);
  const cellOf = ({ day, hour }: Slot) =>
    grid.current?.querySelector<HTMLElement>(`[data-day="${day}"][data-hour="${hour}"]`) ?? null;

  const onKeyDown = (event: KeyboardEvent) => {
    const cell =
      event.target instanceof Element ? event.target.closest<HTMLElement>('[data-hour]') : null;
    if (cell === null) return;
    const { day = cursor.day, hour } = cell.dataset;
    const next = slotByKey(event, { day, hour: Number(hour) }, { day: today, hour: hourNow });
    if (next === null) return;
    event.preventDefault();
    // Drawn at once, so that the cell to be focused is there.
    flushSync(() => onCursor(next));
    cellOf(next)?.focus();
  };
  const openDay = (slot: Slot, cell = cellOf(slot)) =>
    cell === null ? undefined : props.onOpenDay(slot.day, cell);
  const activate = (slot: Slot, posts: readonly Post[]) => {
    setSaid('');
    const when = hourPrefill(slot.day, slot.hour, readNow());
    const [first, ...others] = posts;
    if (props.onPlace !== null) props.onPlace(slot);
    else if (others.length > 0) openDay(slot);
    else if (first !== undefined) props.onOpen(first);
    else if (when === null) setSaid('Esta hora já passou e não tem posts.');
    else if (!may) setSaid('Esta hora não tem posts.');
    else if (known) props.onCreate(when);
    else setSaid(busy ? 'Os posts ainda estão carregando.' : 'O calendário não carregou.');
  };
  const cellAt = (slot: Slot) => {
    const { day, hour } = slot;
    const held = hoursByDay.get(day)?.[hour] ?? nothing;
    const isOver = day < today || (day === today && (hour + 1) * 60 <= nowMinute + 1);
    const isOpen = may && !isOver;
    return (
      <HourCell
        key={day}
        slot={slot}
        name={slotName(slot, held.posts, { isOpen, isAtRisk, nameOf })}
        nameOf={nameOf}
        blocks={held.blocks}
        rests={held.rests}
        isOpen={isOpen}
        roomy={!isWide}
        tabStop={day === cursor.day && hour === cursor.hour}
        now={day === today && hour === hourNow ? nowMinute % 60 : null}
        onActivate={() => activate(slot, held.posts)}
        // What waits for its place is put down on a post's hour as on an empty one.
        onOpen={props.onPlace === null ? props.onOpen : () => activate(slot, held.posts)}
        onRest={() => (props.onPlace === null ? openDay(slot) : activate(slot, held.posts))}
      />
    );
  };

  return (
    <section
      aria-label={`Calendário de ${weekTitle(cursor.day, now)}`}
      className="overflow-clip border-y border-line bg-surface lg:rounded-lg lg:border-x"
    >
      {head}
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
        hour={week.includes(today) ? nowMinute / 60 - 2 : 7}
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
          <DayHeads days={days} today={today} quiet={!isWide} postsByDay={postsByDay} />
          <tbody>
            {hours.map((hour) => (
              <tr key={hour}>
                <HourHead hour={hour} />
                {days.map((day) => cellAt({ day, hour }))}
              </tr>
            ))}
          </tbody>
        </table>
      </WeekScroller>
      <output className="sr-only">{said}</output>
    </section>
  );
}

/** The hours of the days of a week. */
function useHours(
  day: DayKey,
  { postsByDay, isAtRisk }: Pick<WeekCalendarProps, 'postsByDay' | 'isAtRisk'>,
  mostLanes: number,
): ReadonlyMap<DayKey, HourOfDay[]> {
  const { sunday } = weekEnds(day);
  return useMemo(() => {
    const hoursAt = (each: DayKey) => hoursOf(postsByDay.get(each) ?? noPosts, mostLanes, isAtRisk);
    return new Map(weekDays(sunday).map((each) => [each, hoursAt(each)]));
  }, [sunday, postsByDay, mostLanes, isAtRisk]);
}

function HourHead({ hour }: { hour: number }) {
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
