import { dayKey, formatTime } from '@pontual/contract/shared/brasilia-time.ts';
import { horizonEnd } from '@pontual/contract/billing/plans.ts';
import { useRef, useState, type PointerEvent } from 'react';
import { cx } from '../../ui/cx.ts';
import { Dot } from '../../ui/dot.tsx';
import { readNow } from '../../posts/now.ts';
import type { DayKey } from '../../ui/dates/month-grid.ts';
import { earliestDueAt, type Bounds } from './time-bounds.rules.ts';
import { DayLineAxis, toPercent } from './day-line-axis.tsx';
import {
  buildDayLine,
  instantAtPosition,
  positionOf,
  visibleSpanOf,
  dayPostsText,
  type DayPost,
  type Span,
} from './day-line.ts';

interface DayLineCardProps {
  day: DayKey;
  /** Null while day or time is missing. */
  chosen: Date | null;
  onChoose: (instant: Date) => void;
  posts: readonly DayPost[];
  now: Date;
  bounds: Bounds;
  readOnly: boolean;
}

/** Horizontal movement in px; a touch that has moved less may still be a scroll. */
const DRAG_SLACK_PX = 6;
/** Labels that are closer than this share of the line would overlap. */
const NEAR_SHARE = 0.12;
const NEAR_SHARE_ON_PHONE = 0.19;

/** The fields are the accessible alternative to this line. */
export function DayLineCard(props: DayLineCardProps) {
  const { day, chosen, onChoose, posts, now, bounds, readOnly } = props;
  const axis = useRef<HTMLDivElement>(null);
  const press = useRef<{ x: number; isDrag: boolean } | null>(null);
  const [pressedSpan, setPressedSpan] = useState<Span | null>(null);
  const isToday = day === dayKey(now);
  const chosenOnDay = chosen !== null && dayKey(chosen) === day ? chosen : null;
  const shown = [
    ...posts.map(({ at }) => at),
    ...(chosenOnDay === null ? [] : [chosenOnDay]),
    ...(isToday ? [now] : []),
  ];
  const span = pressedSpan ?? visibleSpanOf(day, shown);
  const line = buildDayLine({ ...span, now, posts });

  const chooseAt = (x: number) => {
    const box = axis.current?.getBoundingClientRect();
    if (box === undefined || box.width === 0) return;
    const moment = readNow();
    const last = bounds.horizon === null ? null : horizonEnd(moment, bounds.horizon.days);
    const instant = instantAtPosition(
      (x - box.left) / box.width,
      span,
      earliestDueAt(moment, bounds.min),
      last,
    );
    if (instant !== null && instant.getTime() !== chosen?.getTime()) onChoose(instant);
  };
  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    if (readOnly || event.button !== 0) return;
    const isDrag = event.pointerType === 'mouse';
    press.current = { x: event.clientX, isDrag };
    event.currentTarget.setPointerCapture(event.pointerId);
    setPressedSpan(span);
    if (isDrag) chooseAt(event.clientX);
  };
  const onPointerMove = (event: PointerEvent) => {
    const pressed = press.current;
    if (pressed === null) return;
    pressed.isDrag ||= Math.abs(event.clientX - pressed.x) > DRAG_SLACK_PX;
    if (pressed.isDrag) chooseAt(event.clientX);
  };
  const endPress = () => {
    press.current = null;
    setPressedSpan(null);
  };
  const onPointerUp = (event: PointerEvent) => {
    if (press.current !== null) chooseAt(event.clientX);
    endPress();
  };
  const postsText = dayPostsText(posts);
  return (
    <>
      {postsText === null ? null : <p className="sr-only">{postsText}</p>}
      <div
        aria-hidden="true"
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
        onPointerUp={onPointerUp}
        onPointerCancel={endPress}
        className={cx(
          'mt-3 touch-pan-y rounded-lg border border-line bg-surface px-6 pt-5 pb-3 select-none lg:px-7',
          !readOnly && 'cursor-pointer',
        )}
      >
        <div ref={axis} style={{ height: lineHeight(line.dots) }} className="relative">
          <DayLineAxis axis={line} />
          <NowMark
            line={line}
            now={now}
            chosenPosition={chosenOnDay === null ? null : positionOf(chosenOnDay, span)}
          />
          {line.dots.map(({ at, status, row }, index) => (
            <span
              key={index}
              style={{ left: toPercent(at), bottom: LINE_BOTTOM_PX - 6 + row * ROW_HEIGHT_PX }}
              className="absolute flex -translate-x-1/2 rounded-full bg-surface p-[3px] lg:-mb-px"
            >
              <Dot status={status} size={12} />
            </span>
          ))}
          {chosenOnDay === null ? null : (
            <ChosenMark position={positionOf(chosenOnDay, span)} time={formatTime(chosenOnDay)} />
          )}
        </div>
      </div>
    </>
  );
}

/** Height of the line above the bottom, and distance of stacked dots, in px. */
const LINE_BOTTOM_PX = 28;
const ROW_HEIGHT_PX = 15;
const BASE_HEIGHT_PX = 92;

/** The height keeps the stacked dots below the labels. */
function lineHeight(dots: readonly { row: number }[]): number {
  const rows = Math.max(0, ...dots.map(({ row }) => row));
  return BASE_HEIGHT_PX + Math.max(0, rows - 1) * ROW_HEIGHT_PX;
}

interface NowMarkProps {
  line: ReturnType<typeof buildDayLine>;
  now: Date;
  chosenPosition: number | null;
}

function NowMark({ line, now, chosenPosition }: NowMarkProps) {
  if (line.nowPosition === null) return null;
  const distance = chosenPosition === null ? 1 : Math.abs(chosenPosition - line.nowPosition);
  return (
    <span
      style={{ left: toPercent(line.nowPosition) }}
      className={cx(
        'absolute bottom-[19px] w-[1.5px] -translate-x-1/2 bg-line-strong',
        distance < NEAR_SHARE ? 'h-5' : 'lg:top-2',
        distance >= NEAR_SHARE && (distance < NEAR_SHARE_ON_PHONE ? 'max-lg:h-5' : 'max-lg:top-2'),
      )}
    >
      {distance < NEAR_SHARE ? null : (
        <b
          className={cx(
            'tnum absolute -top-2 left-1/2 -translate-x-1/2 rounded-full bg-sunken px-[9px] font-heading text-2xs leading-[22px] font-semibold whitespace-nowrap text-ink-2',
            distance < NEAR_SHARE_ON_PHONE && 'max-lg:hidden',
          )}
        >
          <span className="max-lg:hidden">agora </span>
          {formatTime(now)}
        </b>
      )}
      <i className="absolute bottom-[7px] left-1/2 size-[9px] -translate-x-1/2 rounded-full bg-ink-2" />
    </span>
  );
}

/** The label stays within the card near its edges. */
function ChosenMark({ position, time }: { position: number; time: string }) {
  return (
    <>
      <span
        style={{ left: toPercent(position) }}
        className="absolute top-9 bottom-[31px] z-10 w-0.5 -translate-x-1/2 bg-ink"
      />
      <b
        style={{ left: `clamp(16px, ${toPercent(position)}, calc(100% - 16px))` }}
        className="tnum absolute top-2 z-10 -translate-x-1/2 rounded-full bg-ink px-3 font-heading text-[15px] leading-7 font-bold text-on-ink"
      >
        {time}
      </b>
      <i
        style={{ left: toPercent(position) }}
        className="absolute bottom-[19px] z-10 size-6 -translate-x-1/2 rounded-full bg-ipe forced-color-adjust-none shadow-[0_0_0_2.5px_var(--ink)] dark:shadow-[0_0_0_4px_var(--surface)]"
      />
    </>
  );
}
