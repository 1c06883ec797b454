// The limits of Instagram that the code depends on. Each comment ends with the source of the limit and the
// date of that source; docs/instagram.md names the sources and lists all limits.

/** Code points of a caption. For comments none is documented. [MEDIA, 2026-09-11] */
export const CAPTION_MAX = 2200;

/** Hashtags of a caption; the roll-out began then, and MEDIA still says 30. [TAGS, 2025-12-19] */
export const HASHTAGS_PER_POST = 5;

/** Hashtags of a caption. [MEDIA, 2026-09-11] */
export const HASHTAG_MAX = 30;

/** Mentions in a caption. [MEDIA, 2026-09-11] */
export const MENTION_MAX = 20;

/** Characters of an alternative text. [MEDIA, 2026-09-11] */
export const ALT_TEXT_MAX = 1000;

/** Collaborators of a post. [MEDIA, 2026-09-11] */
export const MAX_COLLABORATORS = 3;

/** User tags of one picture or video. [MEDIA, 2026-09-11] */
export const MAX_USER_TAGS = 20;

/** Items of a carousel, at least. [MEDIA, 2026-09-11] */
export const MIN_CAROUSEL_ITEMS = 2;

/** Items of a carousel, at most. [MEDIA, 2026-09-11] */
export const MAX_CAROUSEL_ITEMS = 10;

/** Bytes of a picture. [MEDIA, 2026-09-11] */
export const MAX_IMAGE_BYTES = 8 * 1024 * 1024;

/** Pixels across: Instagram scales wider pictures down itself. [MEDIA, 2026-09-11] */
export const MAX_IMAGE_WIDTH = 1440;

/** Width by height of the tallest picture in the feed. [MEDIA, 2026-09-11] */
export const MIN_IMAGE_RATIO = 4 / 5;

/** The same in the app of Instagram, which the API may accept as well. [HELP, 2026-05-10] */
export const TALL_IMAGE_RATIO = 3 / 4;

/** Width by height of the widest picture in the feed. [MEDIA, 2026-09-11] */
export const MAX_IMAGE_RATIO = 1.91;

/** Width by height of the screen that a story fills: recommended. [MEDIA, 2026-09-11] */
export const STORY_RATIO = 9 / 16;

/** Milliseconds of a video, at least. [MEDIA, 2026-09-11] */
export const MIN_VIDEO_MS = 3000;

/** Milliseconds of a reel. [MEDIA, 2026-09-11] */
export const MAX_REEL_MS = 15 * 60_000;

/** Milliseconds of a video in a story. [MEDIA, 2026-09-11] */
export const MAX_STORY_MS = 60_000;

/** Milliseconds of a video in a carousel. [assumed, 2026-09-11] */
export const MAX_CAROUSEL_VIDEO_MS = 60_000;

/** Bytes of a reel. [MEDIA, 2026-09-11] */
export const MAX_REEL_BYTES = 300_000_000;

/** Bytes of a video in a story. [MEDIA, 2026-09-11] */
export const MAX_STORY_BYTES = 100_000_000;

/** Pixels across a video. [MEDIA, 2026-09-11] */
export const MAX_VIDEO_WIDTH = 1920;

/** Frames per second of a video, at least. [MEDIA, 2026-09-11] */
export const MIN_FRAME_RATE = 23;

/** Frames per second of a video, at most. [MEDIA, 2026-09-11] */
export const MAX_FRAME_RATE = 60;

/** Bits per second of a video. [MEDIA, 2026-09-11] */
export const MAX_VIDEO_BITRATE = 25_000_000;

/** Samples per second of the sound. [MEDIA, 2026-09-11] */
export const MAX_SAMPLE_RATE = 48_000;

/** Containers of an account in 24 hours. [MEDIA, 2026-09-11] */
export const CONTAINERS_PER_DAY = 400;

/** Milliseconds until a container that was not published expires. [CONT, 2026-09-11] */
export const CONTAINER_EXPIRY_MS = 24 * 3_600_000;

/** What the documents of Instagram leave open: an operator sets it after a live test (docs/deploy.md). */
export interface InstagramLimits {
  /** A caption or first comment with more hashtags is refused. */
  maxHashtags: number;
  /** Width by height of the tallest picture in the feed. */
  minImageRatio: number;
  /** Between two posts of an account, at least. */
  publishGapSeconds: number;
}

/** What MEDIA says. */
export const documentedLimits: InstagramLimits = {
  maxHashtags: HASHTAG_MAX,
  minImageRatio: MIN_IMAGE_RATIO,
  publishGapSeconds: 0,
};

/** The name of a meta element that contains `InstagramLimits` as JSON; without it, the documented ones apply. */
export const INSTAGRAM_LIMITS_META = 'instagram-limits';
