import type { MediaType } from '@pontual/contract/posts/posts.ts';

/**
 * The parameters of the publishing protocol; those in _MS are in ms. Reasons:
 * docs/decisions/003-timing-constants-of-the-publishing-protocol.md.
 */

/** How long before its due time a post is prepared. */
export const PREPARE_AHEAD_MS = 30 * 60_000;
/** How long before the due time the intent may be written. */
export const CLAIM_AHEAD_MS = 2000;
/**
 * How long before the due time posts are claimed at the latest; until then more posts may join the
 * claim.
 */
export const LATEST_CLAIM_AHEAD_MS = 1200;
/** A call is dropped this long after its intent: its worker was suspended, and another may have acted. */
export const INTENT_DEADLINE_MS = 5000;
/** How long a publish call may take effect after it was sent; longer than any call may last. */
export const QUIESCENCE_MS = 90_000;
/** A post that is later than this would surprise its owner. */
export const EXPIRY_MS = 60 * 60_000;
/** Containers live 24 h; the last hour is not used. */
export const CONTAINER_LIFE_MS = 23 * 3_600_000;
/** Every post is checked this long after its due time: the lease of a dead worker has expired by then. */
export const SAFETY_CHECK_DELAY_MS = 65_000;

/** The delay before the first read of the permalink, so that due publish calls come first. */
export const PERMALINK_AFTER_MS = 3000;

/** The possible difference between Instagram's clock and ours. */
export const CLOCK_SKEW_MS = 60_000;

/** How often a post with an account on hold is checked; a job reports an end by the owner as well. */
export const ACCOUNT_HOLD_CHECK_MS = 60_000;
/**
 * How often a post with a video in conversion is checked; a job reports the end of the conversion as
 * well.
 */
export const CONVERSION_CHECK_MS = 15_000;
/** How long an account is throttled after Instagram has refused it. */
export const ACCOUNT_THROTTLE_MS = {
  rate_limited: 5 * 60_000,
  quota: 15 * 60_000,
  blocked: 4 * 3_600_000,
} as const;

/** The maximum time of processing; after it another container is created. */
export const PROCESSING_LIMIT_MS = { image: 15 * 60_000, video: 60 * 60_000 } as const;
/** The preparation starts again after the owner has not edited the post for this long. */
export const EDIT_DEBOUNCE_MS = 30_000;
/** Within this time before the due time the preparation no longer waits for edits. */
export const EDIT_DEBOUNCE_CUTOFF_MS = 60_000;
/** The maximum of containers of an account in 24 hours, with children; Instagram allows 400. */
export const CONTAINER_BUDGET = 390;
/** After this long without a heartbeat of any worker, posts may have been published without our record. */
export const OUTAGE_AFTER_MS = 60_000;
/** After this no attempt is made: containers have expired, and ended connections are deleted. */
export const GIVE_UP_MS = 24 * 3_600_000;
/** From this number of polls on the owner sees what an unknown outcome waits for. */
export const POLLS_BEFORE_ISSUE = 5;

/** The limits of attempts before a post fails. */
export const MAX_CONTAINERS = 5;
/** For a file that Instagram cannot process: the first attempt and two more. */
export const MAX_PROCESSING_FAILURES = 3;
export const MAX_PUBLISH_ATTEMPTS = 5;
/**
 * The minimum time for which a file has failed, or a story was refused after its due time, before its
 * post fails.
 */
export const MIN_FAILING_MS = 15 * 60_000;
/** After this number of polls without a result another container is created. */
export const MAX_UNREADABLE_POLLS = 15;
/** After this number of polls an undocumented error no longer counts as temporary. */
export const MAX_UNKNOWN_ERROR_POLLS = 8;

const pollDelays = [1, 1, 2, 3, 5, 10, 20, 30] as const;
const retryDelays = [2, 5, 10, 20, 40] as const;
const LAST_DELAY_S = 60;

/** Returns the delay in ms before the next poll of a container. */
export const pollDelayMs = (pollCount: number): number =>
  (pollDelays[pollCount] ?? LAST_DELAY_S) * 1000;

/** Returns the delay in ms after an error that may be temporary. */
export const retryDelayMs = (pollCount: number): number =>
  (retryDelays[pollCount] ?? LAST_DELAY_S) * 1000;

/** Returns Instagram's product type of a post; a single video is a reel. */
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

interface PublishedMedia {
  id: string;
  caption: string;
}

/** Returns whether two captions are equal; Instagram may change line breaks and surrounding spaces. */
export const isSameCaption = (one: string, other: string): boolean =>
  normaliseCaption(one) === normaliseCaption(other);
/** Strips the same characters as `posts.in_flight_key`. */
const normaliseCaption = (caption: string) =>
  caption.replaceAll('\r\n', '\n').replaceAll(/^[ \n\t\r]+|[ \n\t\r]+$/g, '');

/**
 * Returns the id of the only medium that can be the post, out of media that are bound to no other
 * post. Two candidates count as none; the newest one is never preferred.
 */
export function matchMedia(caption: string, free: readonly PublishedMedia[]): string | undefined {
  const candidates = free.filter((media) => isSameCaption(media.caption, caption));
  return candidates.length === 1 ? candidates[0]?.id : undefined;
}
