import type { MediaType } from '@pontual/contract/posts/posts.ts';
import {
  CONTAINER_EXPIRY_MS,
  CONTAINERS_PER_DAY,
} from '@pontual/contract/shared/instagram-limits.ts';

/** Reasons: docs/decisions/003-timing-constants-of-the-publishing-protocol.md. */

export const PREPARE_AHEAD_MS = 30 * 60_000;
/** The intent is written at most this long before the due time. */
export const CLAIM_AHEAD_MS = 2000;
/** Until this long before the due time more posts may join the claim. */
export const LATEST_CLAIM_AHEAD_MS = 1200;
/** A call is dropped this long after its intent: its worker was suspended, and another may have acted. */
export const INTENT_DEADLINE_MS = 5000;
/** Only the worker with the lease writes a post; longer than any call may last. */
export const LEASE_MS = 60_000;
/** How long after its intent a publish call may take effect; longer than any call may last. */
export const QUIESCENCE_MS = 90_000;
/** A post that is later than this would surprise its owner. */
export const EXPIRY_MS = 60 * 60_000;
/** The last hour before a container expires is not used. */
export const CONTAINER_LIFE_MS = CONTAINER_EXPIRY_MS - 3_600_000;
/** After the due time; the lease of a dead worker has expired by then. */
export const SAFETY_CHECK_DELAY_MS = 65_000;

/** An answer that was lost is often found out at once. */
export const FIRST_RECONCILE_DELAY_MS = 3000;

/** The delay before the first read of the permalink, so that due publish calls come first. */
export const PERMALINK_AFTER_MS = 3000;

/** Instagram lists a medium within seconds. From then on the operator learns of one that is absent. */
export const ABSENT_AFTER_MS = 60_000;

/** An account that does not list a published medium by then does not have it: its owner is notified. */
export const VISIBLE_AFTER_MS = 5 * 60_000;

/** The possible difference between Instagram's clock and ours. */
export const CLOCK_SKEW_MS = 60_000;

/** A safety net: a job reports the end of a hold by the owner as well. */
export const ACCOUNT_HOLD_CHECK_MS = 60_000;
export const CONVERSION_CHECK_MS = 15_000;
export const IDENTICAL_POST_CHECK_MS = 5000;
export const ACCOUNT_THROTTLE_MS = {
  rate_limited: 5 * 60_000,
  quota: 15 * 60_000,
  blocked: 4 * 3_600_000,
} as const;

export const PROCESSING_LIMIT_MS = { image: 15 * 60_000, video: 60 * 60_000 } as const;
/** The preparation waits until the last edit is this old. */
export const EDIT_DEBOUNCE_MS = 30_000;
/** This long before the due time the preparation no longer waits for edits. */
export const EDIT_DEBOUNCE_CUTOFF_MS = 60_000;
/** Of an account in 24 hours, with children. */
export const CONTAINER_BUDGET = CONTAINERS_PER_DAY - 10;
/** After this long without a heartbeat of any worker, posts may have been published without our record. */
export const OUTAGE_AFTER_MS = 60_000;
/** Workers send a heartbeat every 10 s: one that is silent for this long is no longer counted. */
export const HEARTBEAT_GONE_MS = 25_000;
/** After this no attempt is made: containers have expired, and ended connections are deleted. */
export const GIVE_UP_MS = 24 * 3_600_000;
/** From then on the owner sees what an unknown outcome waits for. */
export const POLLS_BEFORE_ISSUE = 5;

/** About ten minutes: most outages that refuse a valid authorization are shorter. */
export const POLLS_BEFORE_REFUSAL_NOTICE = 14;

/** After so many downloads that failed, the bytes of a video are sent to Instagram. */
export const MAX_FETCH_FAILURES = 2;
/** Until a video that waits for another upload looks again. */
export const UPLOAD_TURN_MS = 5000;
export const MAX_CONTAINERS = 5;
/** For a file that Instagram cannot process: the first attempt and two more. */
export const MAX_PROCESSING_FAILURES = 3;
export const MAX_PUBLISH_ATTEMPTS = 5;
/** A file has failed, or a story was refused after its due time, for this long before the post fails. */
export const MIN_FAILING_MS = 15 * 60_000;
/** After so many polls of a container without a result another one is created. */
export const MAX_UNREADABLE_POLLS = 15;
/** After so many polls an undocumented error no longer counts as temporary. */
export const MAX_UNKNOWN_ERROR_POLLS = 8;

const pollDelays = [1, 1, 2, 3, 5, 10, 20, 30] as const;
const retryDelays = [2, 5, 10, 20, 40] as const;
const LAST_DELAY_S = 60;

export const pollDelayMs = (pollCount: number): number =>
  (pollDelays[pollCount] ?? LAST_DELAY_S) * 1000;

export const retryDelayMs = (pollCount: number): number =>
  (retryDelays[pollCount] ?? LAST_DELAY_S) * 1000;

/** A single video is a reel. */
export function productTypeOf({ media_type: type }: { media_type: MediaType }): string {
  switch (type) {
    case 'STORIES':
      return 'STORY';
    case 'VIDEO':
    case 'REELS':
      return 'REELS';
    case 'IMAGE':
    case 'CAROUSEL':
      return 'FEED';
  }
}

/** Instagram may change line breaks and surrounding spaces. */
export const isSameCaption = (one: string, other: string): boolean =>
  normaliseCaption(one) === normaliseCaption(other);
/** Strips the same characters as `posts.in_flight_key`. */
const normaliseCaption = (caption: string) =>
  caption.replaceAll('\r\n', '\n').replaceAll(/^[ \n\t\r]+|[ \n\t\r]+$/g, '');
