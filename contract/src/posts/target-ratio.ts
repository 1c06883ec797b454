import type { PixelSize } from '../media/image-fit.ts';
import type { MediaType } from './posts.ts';

const MIN_FEED_RATIO = 4 / 5;
const MAX_FEED_RATIO = 1.91;
const STORY_RATIO = 9 / 16;

const typesKeepingRatio: ReadonlySet<MediaType> = new Set(['VIDEO', 'REELS']);

/**
 * Width by height: 9:16 for stories, the first item's for carousels, else the own one limited to 4:5 and
 * 1.91:1. Null where the type has no required ratio or the size is unknown (0 by 0).
 */
export function targetRatio(type: MediaType, items: readonly PixelSize[]): number | null {
  if (type === 'STORIES') return STORY_RATIO;
  const [first] = items;
  if (typesKeepingRatio.has(type) || first === undefined) return null;
  if (first.width === 0 || first.height === 0) return null;
  return Math.min(MAX_FEED_RATIO, Math.max(MIN_FEED_RATIO, first.width / first.height));
}
