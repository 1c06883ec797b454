import type { Post } from '@pontual/contract/posts/posts.ts';
import { lazy, Suspense } from 'react';
import { useIsAtRisk } from '../posts/issues/issues-queries.ts';
import type { DueTimeFields } from '../composer/when/due-time-fields.ts';
import { prefillTime } from '../composer/when/prefill.ts';
import { usePrefetchMonth } from '../posts/lists-queries.ts';
import { readNow } from '../posts/now.ts';
import { CalendarHeader } from './calendar-header.tsx';
import { useCalendarView } from './calendar-view.ts';
import type { ArrivingPost } from './day-cell.tsx';
import { MonthCalendar } from './month-calendar.tsx';
import { monthOfDay, type DayKey } from '../ui/dates/month-grid.ts';
import { MoveBar } from './moving/move-bar.tsx';
import type { MoveTarget } from './moving/move.rules.ts';
import type { PostMoves } from './moving/use-post-moves.ts';
import { getDueAt } from '../posts/due-at.ts';
import type { HourSlot } from './week/week-keyboard.ts';
import { minuteOfDay } from './week/week.ts';

/** Most users see the month first, so the week is loaded on demand. */
const WeekCalendar = lazy(async () => ({
  default: (await import('./week/week-calendar.tsx')).WeekCalendar,
}));

export interface CalendarProps {
  /** The day that has the keyboard focus. */
  cursor: DayKey;
  onCursor: (day: DayKey) => void;
  postsByDay: ReadonlyMap<DayKey, Post[]>;
  now: Date;
  /** Whether a day without posts is known to be empty. */
  isLoaded: boolean;
  busy: boolean;
  arrivingPost: ArrivingPost | null;
  onOpen: (post: Post) => void;
  onPostMoved: (post: Post) => void;
  onCreate: (when: DueTimeFields) => void;
}

interface CalendarViewsProps extends CalendarProps {
  postMoves: PostMoves;
  dragging: boolean;
  hour: number;
  onHour: (hour: number) => void;
  onOpenDay: (day: DayKey, anchor: HTMLElement) => void;
}

export function CalendarViews(props: CalendarViewsProps) {
  const { cursor, onCursor, postMoves, hour, postsByDay, now, isLoaded, busy } = props;
  const [view, setView] = useCalendarView();
  const prefetchMonth = usePrefetchMonth();
  const isAtRisk = useIsAtRisk();
  const { post } = postMoves;
  /** The week view chooses an hour, and the post keeps its minutes. */
  const toMoveTarget = (slot: HourSlot): MoveTarget => {
    const dueAt = post === null ? null : getDueAt(post);
    const minutesPast = dueAt === null ? 0 : minuteOfDay(dueAt) % 60;
    return { day: slot.day, minute: slot.hour * 60 + minutesPast };
  };
  const moveCursorToHour = (slot: HourSlot) => {
    onCursor(slot.day);
    props.onHour(slot.hour);
    postMoves.announceTarget(toMoveTarget(slot));
  };
  const moveCursorToDay = (day: DayKey) => {
    onCursor(day);
    postMoves.announceTarget(view === 'week' ? toMoveTarget({ day, hour }) : { day, minute: null });
  };
  const header = (
    <>
      <CalendarHeader
        cursor={cursor}
        onCursor={moveCursorToDay}
        now={now}
        onPrefetch={(day) => prefetchMonth(monthOfDay(day))}
        views={{
          view,
          onView: (next) => {
            postMoves.cancel();
            setView(next);
          },
        }}
      />
      {post === null ? null : <MoveBar post={post} onCancel={postMoves.cancel} />}
    </>
  );
  const shared = { postsByDay, isAtRisk, now, isLoaded, busy, header, onOpenDay: props.onOpenDay };
  if (view === 'month') {
    return (
      <MonthCalendar
        {...shared}
        cursor={cursor}
        onCursor={moveCursorToDay}
        arrivingPost={props.arrivingPost}
        onCreate={(day) => props.onCreate(prefillTime(day, readNow()))}
        onChooseTarget={post === null ? null : (day) => postMoves.drop({ day, minute: null })}
      />
    );
  }
  return (
    <Suspense fallback={<div className="h-[80dvh] lg:h-[680px]" />}>
      <WeekCalendar
        {...shared}
        cursor={{ day: cursor, hour }}
        onCursor={moveCursorToHour}
        dragging={props.dragging}
        onOpen={props.onOpen}
        onCreate={props.onCreate}
        onChooseTarget={post === null ? null : (slot) => postMoves.drop(toMoveTarget(slot))}
      />
    </Suspense>
  );
}
