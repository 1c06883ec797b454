import type { PixelSize } from '../media/image-fit.ts';
import { type InstagramLimits, MAX_IMAGE_RATIO, STORY_RATIO } from '../shared/instagram-limits.ts';
import type { MediaType } from './posts.ts';

const typesKeepingRatio: ReadonlySet<MediaType> = new Set(['VIDEO', 'REELS']);

/**
 * Width by height: 9:16 for stories, the first item's for carousels, else the own one within the ratios of
 * the feed. Null where the type has no required ratio or the size is unknown (0 by 0).
 */
export function targetRatio(
  type: MediaType,
  items: readonly PixelSize[],
  { minImageRatio }: Pick<InstagramLimits, 'minImageRatio'>,
): number | null {
  if (type === 'STORIES') return STORY_RATIO;
  const [first] = items;
  if (typesKeepingRatio.has(type) || first === undefined) return null;
  if (first.width === 0 || first.height === 0) return null;
  return Math.min(MAX_IMAGE_RATIO, Math.max(minImageRatio, first.width / first.height));
}

/** Whether the feed accepts the picture, with a tolerance of one pixel. */
export const isFeedRatio = (
  { width, height }: PixelSize,
  { minImageRatio }: Pick<InstagramLimits, 'minImageRatio'>,
): boolean => width + 1 >= height * minImageRatio && width - 1 <= height * MAX_IMAGE_RATIO;
