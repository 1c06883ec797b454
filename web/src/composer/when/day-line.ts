import {
  formatTime,
  fromBrasilia,
  startOfDay,
  toBrasilia,
} from '@pontual/contract/shared/brasilia-time.ts';
import type { DayKey } from '../../ui/dates/month-grid.ts';

/** A half-open stretch of time, from and to a full hour. */
export interface Span {
  from: Date;
  to: Date;
}

/** A post as the line draws it. */
export interface DayPost {
  at: Date;
  status: string;
}

/** Where things lie on the line: `at` is from 0 at its left end to 1 at its right. */
export interface DayAxis {
  ticks: { at: number; isHour: boolean }[];
  /** `18h`; a narrow screen has room for the major ones only. */
  labels: { at: number; text: string; isMajor: boolean }[];
  /** How much of the line is over. */
  pastShare: number;
  /** Null where it is another day. */
  nowPosition: number | null;
}

export interface DayLine extends DayAxis {
  /** Row 0 lies on the line, the others above it. */
  dots: { at: number; status: string; row: number }[];
}

const MINUTE = 60_000;
const QUARTER = 15 * MINUTE;
const SNAP_MS = 5 * MINUTE;
/** Dots nearer than this would cover each other. */
const MIN_DOT_DISTANCE_MS = 30 * MINUTE;
const LABEL_HOURS = 2;
const MAJOR_HOURS = 6;
const MORNING_HOUR = 6;

/** Where an instant lies on a span; below 0 and over 1 outside of it. */
export function positionOf(instant: Date, { from, to }: Span): number {
  return (instant.getTime() - from.getTime()) / (to.getTime() - from.getTime());
}

/** The part of a day that is drawn: from 06:00, or from midnight where something comes earlier. */
export function visibleSpanOf(day: DayKey, shown: readonly Date[]): Span {
  const [from, to] = [startOfDay(day), startOfDay(day, 1)];
  const morning = fromBrasilia({ ...toBrasilia(from), hour: MORNING_HOUR });
  return { from: shown.some((at) => at >= from && at < morning) ? from : morning, to };
}

const isOnLine = (at: number) => at >= 0 && at <= 1;
const clampToLine = (at: number) => Math.min(1, Math.max(0, at));

/** Everything that the line of a day shows, but for what is being chosen on it. */
export function buildDayLine({
  posts,
  ...moments
}: Span & { now: Date; posts: readonly DayPost[] }): DayLine {
  return { ...buildDayAxis(moments), dots: stackDots(posts, moments) };
}

/** The line without posts: ticks, hours, and how much of it is over. */
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

/** So many are told by their hour. */
const MAX_SPOKEN_POSTS = 5;

/** The dots as a sentence, for who does not see them: `Neste dia: 09:00, 18:00`; null without any. */
export function dayPostsText(posts: readonly DayPost[]): string | null {
  if (posts.length === 0) return null;
  const times = posts
    .toSorted((a, b) => a.at.getTime() - b.at.getTime())
    .map(({ at }) => formatTime(at));
  const more = times.length > MAX_SPOKEN_POSTS ? ` +${times.length - MAX_SPOKEN_POSTS}` : '';
  return `Neste dia: ${times.slice(0, MAX_SPOKEN_POSTS).join(', ')}${more}`;
}

/** Each dot in the lowest row in which it covers none. */
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

/**
 * The instant that is meant by a place on the line: a multiple of five minutes, never before `first`
 * nor after `last`. Null where there is none between them on this line.
 */
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
