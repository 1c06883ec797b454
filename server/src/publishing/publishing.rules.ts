import type { MediaType } from '@pontual/contract/posts/posts.ts';

/** The numbers of the publishing protocol. All in ms. Reasons: docs/decisions/003. */

/** How long before its hour a post is prepared. */
export const PREPARE_AHEAD_MS = 30 * 60_000;
/** How long before the hour the intent may be written. */
export const CLAIM_AHEAD_MS = 2000;
/** When they are claimed at the latest; until then more may come together in one claim. */
export const LATEST_CLAIM_AHEAD_MS = 1200;
/** A send this long after its intent is dropped: the worker was paused, another may have acted. */
export const INTENT_DEADLINE_MS = 5000;
/** How long a publish may still take effect after it was sent; longer than any call may last. */
export const QUIESCENCE_MS = 90_000;
/** Later than this a post would surprise its owner. */
export const EXPIRY_MS = 60 * 60_000;
/** Containers live 24 h; the last hour is not trusted. */
export const CONTAINER_LIFE_MS = 23 * 3_600_000;
/**
 * Shortly after its hour every post is looked at once more: whoever wrote its intent and is gone
 * has lost the lease by then.
 */
export const SAFETY_CHECK_DELAY_MS = 65_000;

/** When the permalink is read for the first time: not while others of the hour wait for their call. */
export const PERMALINK_AFTER_MS = 3000;

/** Instagram's clock and ours may differ by this much. */
export const CLOCK_SKEW_MS = 60_000;

/** How often a post is looked at whose account is held up; its return is told by a job as well. */
export const ACCOUNT_HOLD_CHECK_MS = 60_000;
/** How often a post is looked at whose video is being converted; the end of that is told as well. */
export const CONVERSION_CHECK_MS = 15_000;
/** How long an account is left alone after Instagram asked for it. */
export const ACCOUNT_THROTTLE_MS = {
  rate_limited: 5 * 60_000,
  quota: 15 * 60_000,
  blocked: 4 * 3_600_000,
} as const;

/** Longer than this nothing is processed: another container is made. */
export const PROCESSING_LIMIT_MS = { image: 15 * 60_000, video: 60 * 60_000 } as const;
/** Preparing again waits until its owner has left the post alone for so long, */
export const EDIT_DEBOUNCE_MS = 30_000;
/** but not into the last minute. */
export const EDIT_DEBOUNCE_CUTOFF_MS = 60_000;
/** Containers of an account in 24 hours, children counted; Instagram allows 400. */
export const CONTAINER_BUDGET = 390;
/** After so long without a sign of life from any worker, posts may have gone out unseen. */
export const OUTAGE_AFTER_MS = 60_000;
/** After this nothing is tried any more: containers are gone, and so are ended connections. */
export const GIVE_UP_MS = 24 * 3_600_000;
/** From this look on the owner is told what a doubt waits for. */
export const POLLS_BEFORE_ISSUE = 5;

/** Bounds of what is tried before a post is given up. */
export const MAX_CONTAINERS = 5;
/** Of a file that Instagram says it could not process: the first and two more. */
export const MAX_PROCESSING_FAILURES = 3;
export const MAX_PUBLISH_ATTEMPTS = 5;
/** For at least so long a file must have failed, or after its hour a story been refused, before its post is given up. */
export const MIN_FAILING_MS = 15 * 60_000;
/** After so many looks that told nothing another container is made. */
export const MAX_UNREADABLE_POLLS = 15;
/** After so many looks an answer that nobody has documented is no passing one. */
export const MAX_UNKNOWN_ERROR_POLLS = 8;

const pollDelays = [1, 1, 2, 3, 5, 10, 20, 30] as const;
const retryDelays = [2, 5, 10, 20, 40] as const;
const LAST_DELAY_S = 60;

/** How long to leave Instagram before asking again whether a container is finished. */
export const pollDelayMs = (pollCount: number): number =>
  (pollDelays[pollCount] ?? LAST_DELAY_S) * 1000;

/** How long to wait after trouble that may pass. */
export const retryDelayMs = (pollCount: number): number =>
  (retryDelays[pollCount] ?? LAST_DELAY_S) * 1000;

/** How Instagram lists what a post becomes: a lone video is a reel. */
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

/** Whether two captions are the same; Instagram may change line ends and the space around. */
export const isSameCaption = (one: string, other: string): boolean =>
  normaliseCaption(one) === normaliseCaption(other);
/** The same characters as in `posts.flight_key`. */
const normaliseCaption = (caption: string) =>
  caption.replaceAll('\r\n', '\n').replaceAll(/^[ \n\t\r]+|[ \n\t\r]+$/g, '');

/**
 * The media that a post became, if exactly one of those that are no other post of ours can be it.
 * Two candidates are as bad as none: never the newest.
 */
export function matchMedia(caption: string, free: readonly PublishedMedia[]): string | undefined {
  const candidates = free.filter((media) => isSameCaption(media.caption, caption));
  return candidates.length === 1 ? candidates[0]?.id : undefined;
}
