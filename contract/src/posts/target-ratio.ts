import type { PixelSize } from '../media/image-fit.ts';
import type { MediaType } from './posts.ts';

/** Width by height: what Instagram's feed takes. */
const MIN_FEED_RATIO = 4 / 5;
const MAX_FEED_RATIO = 1.91;
const STORY_RATIO = 9 / 16;

/** Types whose videos are sent in the shape they have. */
const typesKeepingRatio: ReadonlySet<MediaType> = new Set(['VIDEO', 'REELS']);

/**
 * The width by height in which all pictures of a post go out: a story's fills the phone, a carousel
 * takes that of its first item, and the feed takes no picture that is taller than 4:5 or wider than
 * 1.91:1. Null where nothing is asked of the type, or the first item's size is not known (0 by 0).
 */
export function targetRatio(type: MediaType, items: readonly PixelSize[]): number | null {
  if (type === 'STORIES') return STORY_RATIO;
  const [first] = items;
  if (typesKeepingRatio.has(type) || first === undefined) return null;
  if (first.width === 0 || first.height === 0) return null;
  return Math.min(MAX_FEED_RATIO, Math.max(MIN_FEED_RATIO, first.width / first.height));
}
