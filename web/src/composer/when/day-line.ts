import {
  formatTime,
  fromBrasilia,
  startOfDay,
  toBrasilia,
} from '@pontual/contract/shared/brasilia-time.ts';
import type { DayKey } from '../../ui/dates/month-grid.ts';

/** Half-open, between full hours. */
export interface Span {
  from: Date;
  to: Date;
}

export interface DayPost {
  at: Date;
  status: string;
}

/** `at` runs from 0 at the left end to 1 at the right. */
export interface DayAxis {
  ticks: { at: number; isHour: boolean }[];
  /** `18h`; a narrow screen shows only the major ones. */
  labels: { at: number; text: string; isMajor: boolean }[];
  /** Past part of the line, from 0 to 1. */
  pastShare: number;
  /** Null on another day. */
  nowPosition: number | null;
}

export interface DayLine extends DayAxis {
  /** Row 0 is on the line, the others above it. */
  dots: { at: number; status: string; row: number }[];
}

const MINUTE = 60_000;
const QUARTER = 15 * MINUTE;
const SNAP_MS = 5 * MINUTE;
/** Dots that are closer than this would overlap. */
const MIN_DOT_DISTANCE_MS = 30 * MINUTE;
const LABEL_HOURS = 2;
const MAJOR_HOURS = 6;
const MORNING_HOUR = 6;

/** Below 0 or above 1 outside the span. */
export function positionOf(instant: Date, { from, to }: Span): number {
  return (instant.getTime() - from.getTime()) / (to.getTime() - from.getTime());
}

/** From 06:00, or from midnight if one of the times is earlier. */
export function visibleSpanOf(day: DayKey, shown: readonly Date[]): Span {
  const [from, to] = [startOfDay(day), startOfDay(day, 1)];
  const morning = fromBrasilia({ ...toBrasilia(from), hour: MORNING_HOUR });
  return { from: shown.some((at) => at >= from && at < morning) ? from : morning, to };
}

const isOnLine = (at: number) => at >= 0 && at <= 1;
const clampToLine = (at: number) => Math.min(1, Math.max(0, at));

export function buildDayLine({
  posts,
  ...moments
}: Span & { now: Date; posts: readonly DayPost[] }): DayLine {
  return { ...buildDayAxis(moments), dots: stackDots(posts, moments) };
}

export function buildDayAxis({ from, to, now }: Span & { now: Date }): DayAxis {
  const span = { from, to };
  const quarters = Math.round((to.getTime() - from.getTime()) / QUARTER);
  const marks = Array.from({ length: quarters + 1 }, (_, index) => {
    const { hour, minute } = toBrasilia(new Date(from.getTime() + index * QUARTER));
    return { at: index / quarters, hour, isHour: minute === 0 };
  });
  const nowPosition = positionOf(now, span);
  return {
    ticks: marks.map(({ at, isHour }) => ({ at, isHour })),
    labels: marks
      .filter(({ hour, isHour }) => isHour && hour % LABEL_HOURS === 0)
      .map(({ at, hour }) => ({
        at,
        text: `${String(hour).padStart(2, '0')}h`,
        isMajor: hour % MAJOR_HOURS === 0,
      })),
    pastShare: clampToLine(nowPosition),
    nowPosition: isOnLine(nowPosition) ? nowPosition : null,
  };
}

const MAX_SPOKEN_POSTS = 5;

/** For screen readers, `Neste dia: 09:00, 18:00`; null without posts. */
export function dayPostsText(posts: readonly DayPost[]): string | null {
  if (posts.length === 0) return null;
  const times = posts
    .toSorted((a, b) => a.at.getTime() - b.at.getTime())
    .map(({ at }) => formatTime(at));
  const more = times.length > MAX_SPOKEN_POSTS ? ` +${times.length - MAX_SPOKEN_POSTS}` : '';
  return `Neste dia: ${times.slice(0, MAX_SPOKEN_POSTS).join(', ')}${more}`;
}

/** Each dot gets the lowest row in which it overlaps none. */
function stackDots(posts: readonly DayPost[], span: Span): DayLine['dots'] {
  const last: number[] = [];
  return posts
    .filter(({ at }) => at >= span.from && at < span.to)
    .toSorted((a, b) => a.at.getTime() - b.at.getTime())
    .map(({ at, status }) => {
      const free = last.findIndex((time) => at.getTime() - time >= MIN_DOT_DISTANCE_MS);
      const row = free === -1 ? last.length : free;
      last[row] = at.getTime();
      return { at: positionOf(at, span), status, row };
    });
}

/** A multiple of five minutes between `first` and `last`; null if none of these is on the line. */
export function instantAtPosition(
  position: number,
  span: Span,
  first: Date,
  last: Date | null,
): Date | null {
  const { from, to } = span;
  const pointedAt = from.getTime() + clampToLine(position) * (to.getTime() - from.getTime());
  const least = Math.ceil(Math.max(first.getTime(), from.getTime()) / SNAP_MS) * SNAP_MS;
  const end = Math.min(last?.getTime() ?? Infinity, to.getTime() - SNAP_MS);
  const most = Math.floor(end / SNAP_MS) * SNAP_MS;
  if (least > most) return null;
  return new Date(Math.min(most, Math.max(least, Math.round(pointedAt / SNAP_MS) * SNAP_MS)));
}
