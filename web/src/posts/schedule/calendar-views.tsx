import { lazy, Suspense } from 'react';
import { useIsAtRisk } from '../../needs/needs.queries.ts';
import { prefillFor } from '../create/when/prefill.ts';
import { useMonthAhead } from '../lists.queries.ts';
import { readNow } from '../now.ts';
import { CalendarHead } from './calendar-head.tsx';
import { useCalendarView } from './calendar-view.ts';
import type { CalendarProps } from './calendar.tsx';
import { MonthCalendar } from './month-calendar.tsx';
import { monthOfDay, type DayKey } from './month-grid.ts';
import { MoveBar } from './move/move-bar.tsx';
import type { Place } from './move/moves.ts';
import type { Moving } from './move/use-moving.ts';
import { plannedAt } from './timeline-groups.ts';
import type { Slot } from './week/week-keys.ts';
import { minuteOf } from './week/week.ts';

/** The month is what most see first. */
const WeekCalendar = lazy(async () => ({
  default: (await import('./week/week-calendar.tsx')).WeekCalendar,
}));

interface CalendarViewsProps extends CalendarProps {
  moving: Moving;
  dragging: boolean;
  /** The hour that the keyboard is on, in the week. */
  hour: number;
  onHour: (hour: number) => void;
  onOpenDay: (day: DayKey, anchor: HTMLElement) => void;
}

/** The month or the week, with the head that they share. */
export function CalendarViews(props: CalendarViewsProps) {
  const { cursor, onCursor, moving, hour, postsByDay, now, known, busy } = props;
  const [view, setView] = useCalendarView();
  const askAhead = useMonthAhead();
  const isAtRisk = useIsAtRisk();
  const { post } = moving;
  /** In the week an hour is chosen, and the post keeps its minutes. */
  const placeAt = (slot: Slot): Place => {
    const planned = post === null ? null : plannedAt(post);
    const past = planned === null ? 0 : minuteOf(planned) % 60;
    return { day: slot.day, minute: slot.hour * 60 + past };
  };
  const turnToHour = (slot: Slot) => {
    onCursor(slot.day);
    props.onHour(slot.hour);
    moving.tell(placeAt(slot));
  };
  const turnToDay = (day: DayKey) => {
    onCursor(day);
    moving.tell(view === 'week' ? placeAt({ day, hour }) : { day, minute: null });
  };
  const head = (
    <>
      <CalendarHead
        cursor={cursor}
        onCursor={turnToDay}
        now={now}
        onNear={(day) => askAhead(monthOfDay(day))}
        views={{
          view,
          onView: (next) => {
            moving.cancel();
            setView(next);
          },
        }}
      />
      {post === null ? null : <MoveBar post={post} onCancel={moving.cancel} />}
    </>
  );
  const shared = { postsByDay, isAtRisk, now, known, busy, head, onOpenDay: props.onOpenDay };
  if (view === 'month') {
    return (
      <MonthCalendar
        {...shared}
        cursor={cursor}
        onCursor={turnToDay}
        landing={props.landing}
        onCreate={(day) => props.onCreate(prefillFor(day, readNow()))}
        onPlace={post === null ? null : (day) => moving.putDown({ day, minute: null })}
      />
    );
  }
  return (
    <Suspense fallback={<div className="h-[80dvh] lg:h-[680px]" />}>
      <WeekCalendar
        {...shared}
        cursor={{ day: cursor, hour }}
        onCursor={turnToHour}
        dragging={props.dragging}
        onOpen={props.onOpen}
        onCreate={props.onCreate}
        onPlace={post === null ? null : (slot) => moving.putDown(placeAt(slot))}
      />
    </Suspense>
  );
}
