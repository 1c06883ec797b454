import { dayKey, startOfDay } from '@pontual/contract/shared/brasilia-time.ts';
import type { MediaType } from '@pontual/contract/posts/posts.ts';
import { isPermissionError } from '../graph/errors.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** How old a post is when it is read: often while it is young, ever less as its counts settle. */
const POST_AGES = [
  HOUR,
  6 * HOUR,
  ...[1, 2, 3, 7, 14, 30, 60, 90].map((days) => days * DAY),
] as const;
/** Of a story Instagram tells for as long as it can be seen: 24 hours. */
const STORY_AGES = [HOUR, 6 * HOUR, 12 * HOUR, 20 * HOUR, 23.5 * HOUR] as const;

const agesOf = (mediaType: MediaType): readonly number[] =>
  mediaType === 'STORIES' ? STORY_AGES : POST_AGES;

/** The age in ms at which a post of this age is read again; null when it no longer is. */
export const nextReadAge = (mediaType: MediaType, ageMs: number): number | null =>
  agesOf(mediaType).find((age) => age > ageMs) ?? null;

/** The same of a post that was never read: one that is late is read at once. */
export function firstReadAge(mediaType: MediaType, ageMs: number): number | null {
  const ages = agesOf(mediaType);
  const first = ages[0] ?? null;
  if (first === null || ageMs <= first) return first;
  return ageMs <= (ages.at(-1) ?? 0) ? ageMs : null;
}

/** How far back the days of an account are read: what was there before it was connected, too. */
const DAYS_BACK = 30;

/** Instagram's counts come up to 48 hours late: so long after its end a day is as it stays. */
const SETTLED_AFTER_MS = 49 * HOUR;

/**
 * The days of an account to ask for, the newest first: those that have ended and are not known, and
 * those that were read before all was counted, once a day.
 * @param known by its day, when each was read
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

/** From so long after midnight the ended day is asked for, and of all accounts over so long. */
const READ_AFTER_MIDNIGHT_MS = 3 * HOUR;
const SPREAD_MS = 2 * HOUR;

/** When the next day has ended and been counted; `connectionId` gives each account its own minute. */
export function nextDaysAt(connectionId: string, now: Date): Date {
  const share = Number.parseInt(connectionId.slice(-4), 16) / 0x1_00_00;
  const tomorrow = startOfDay(dayKey(now), 1).getTime();
  return new Date(tomorrow + READ_AFTER_MIDNIGHT_MS + Math.floor(share * SPREAD_MS));
}

/** From this share of the allowance on, in percent, what is left is kept for publishing. */
export const USAGE_LIMIT = 50;
export const BACKOFF_MS = HOUR;
const BLOCKED_DELAY_MS = DAY;

/** What an error means for what is read next. */
export type Consequence =
  /** Nothing is asked of this account, or of all (`app`), for a while. */
  | { scope: 'account' | 'app'; ms: number }
  /** Nothing is asked through this connection for a while. */
  | { scope: 'connection'; ms: number }
  /** The permission may be missing; or Instagram has nothing to tell of this, with the same code. */
  | { scope: 'permission' }
  /** Only this could not be read. */
  | { scope: 'this' };

const NO_ANSWER_DELAY_MS = 15 * MINUTE;
const INVALID_TOKEN_DELAY_MS = HOUR;

/**
 * By the number alone: Instagram localises its texts.
 * https://developers.facebook.com/docs/graph-api/guides/error-handling
 */
export function consequenceOf(issue: {
  code: string;
  class: string;
  waitMs?: number;
}): Consequence {
  const { code, waitMs = 0 } = issue;
  // Before its number: 4/2207051 is a block of the account, not the limit of the app.
  if (issue.class === 'blocked') return { scope: 'account', ms: BLOCKED_DELAY_MS };
  // What follows the slash only says more of the same.
  if (/^(4|341)(\/|$)/.test(code)) return { scope: 'app', ms: Math.max(BACKOFF_MS, waitMs) };
  if (issue.class === 'rate_limited') {
    return { scope: 'account', ms: Math.max(BACKOFF_MS, waitMs) };
  }
  if (isPermissionError(issue)) return { scope: 'permission' };
  if (issue.class === 'reconnect') return { scope: 'connection', ms: INVALID_TOKEN_DELAY_MS };
  // Gone, or not to be seen for a moment; whichever it is, the others are read.
  if (code === '100/33') return { scope: 'this' };
  return issue.class === 'transient'
    ? { scope: 'connection', ms: NO_ANSWER_DELAY_MS }
    : { scope: 'this' };
}
