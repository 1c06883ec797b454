import { dayKey, startOfDay } from '@pontual/contract/shared/brasilia-time.ts';
import type { MediaType } from '@pontual/contract/posts/posts.ts';
import { isPermissionError } from '../graph/errors.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Often at first, then less, because the metrics settle. */
const POST_AGES = [
  HOUR,
  6 * HOUR,
  ...[1, 2, 3, 7, 14, 30, 60, 90].map((days) => days * DAY),
] as const;
/** Instagram reports the metrics of a story only while it is visible: 24 hours. */
const STORY_AGES = [HOUR, 6 * HOUR, 12 * HOUR, 20 * HOUR, 23.5 * HOUR] as const;

const agesOf = (mediaType: MediaType): readonly number[] =>
  mediaType === 'STORIES' ? STORY_AGES : POST_AGES;

/** In ms; null when the post is not read again. */
export const nextReadAge = (mediaType: MediaType, ageMs: number): number | null =>
  agesOf(mediaType).find((age) => age > ageMs) ?? null;

export function firstReadAge(mediaType: MediaType, ageMs: number): number | null {
  const ages = agesOf(mediaType);
  const first = ages[0] ?? null;
  if (first === null || ageMs <= first) return first;
  return ageMs <= (ages.at(-1) ?? 0) ? ageMs : null;
}

const DAYS_BACK = 30;

/** Instagram's metrics arrive up to 48 hours late, so a day is final this long after its end. */
const SETTLED_AFTER_MS = 49 * HOUR;

/**
 * Newest first. Stored days are read again, once a day, until they are final.
 * @param known time of the last reading, by day
 */
export function daysToRead(known: ReadonlyMap<string, Date>, now: Date): string[] {
  const today = startOfDay(dayKey(now));
  const dayBack = (days: number) => dayKey(startOfDay(dayKey(now), -days));
  return Array.from({ length: DAYS_BACK }, (_, index) => index + 1).flatMap((days) => {
    const readAt = known.get(dayBack(days));
    const settledAt = startOfDay(dayBack(days), 1).getTime() + SETTLED_AFTER_MS;
    const isEarly = readAt !== undefined && readAt.getTime() < settledAt && readAt < today;
    return readAt === undefined || isEarly ? [dayBack(days)] : [];
  });
}

const READ_AFTER_MIDNIGHT_MS = 3 * HOUR;
const SPREAD_MS = 2 * HOUR;

export function nextDaysAt(connectionId: string, now: Date): Date {
  const share = Number.parseInt(connectionId.slice(-4), 16) / 0x1_00_00;
  const tomorrow = startOfDay(dayKey(now), 1).getTime();
  return new Date(tomorrow + READ_AFTER_MIDNIGHT_MS + Math.floor(share * SPREAD_MS));
}

/** In percent of the allowance; the rest stays free for publishing. */
export const USAGE_LIMIT = 50;
export const BACKOFF_MS = HOUR;
const BLOCKED_DELAY_MS = DAY;

export type Consequence =
  /** `app`: no request for any account of the login. */
  | { scope: 'account' | 'app'; ms: number }
  | { scope: 'connection'; ms: number }
  /** The permission may be missing, or Instagram has too little data: both have the same code. */
  | { scope: 'permission' }
  | { scope: 'this' };

const NO_ANSWER_DELAY_MS = 15 * MINUTE;
const INVALID_TOKEN_DELAY_MS = HOUR;

/**
 * Decides by the code alone, because Instagram localises its messages.
 * https://developers.facebook.com/docs/graph-api/guides/error-handling
 */
export function consequenceOf(issue: {
  code: string;
  class: string;
  waitMs?: number;
}): Consequence {
  const { code, waitMs = 0 } = issue;
  if (issue.class === 'blocked') return { scope: 'account', ms: BLOCKED_DELAY_MS };
  if (issue.class === 'app_limited') return { scope: 'app', ms: Math.max(BACKOFF_MS, waitMs) };
  if (issue.class === 'rate_limited') {
    return { scope: 'account', ms: Math.max(BACKOFF_MS, waitMs) };
  }
  if (isPermissionError(issue)) return { scope: 'permission' };
  if (issue.class === 'reconnect') return { scope: 'connection', ms: INVALID_TOKEN_DELAY_MS };
  // The medium is deleted or temporarily unavailable; in both cases the others are read.
  if (code === '100/33') return { scope: 'this' };
  return issue.class === 'transient'
    ? { scope: 'connection', ms: NO_ANSWER_DELAY_MS }
    : { scope: 'this' };
}
