import type { MediaType } from './posts.ts';

/** How a picture is brought into another shape: what sticks out is cut off, or what lacks is added. */
export const fits = ['crop', 'pad'] as const;
export type Fit = (typeof fits)[number];

/** What is added around a padded picture. */
export const PAD_COLOUR = '#ffffff';

/** In whole pixels, as the picture is seen: after its orientation is applied. */
export interface PixelSize {
  width: number;
  height: number;
}

/** A part of a picture, in whole pixels from its top left. */
export interface PixelRectangle extends PixelSize {
  left: number;
  top: number;
}

/** Width by height: what Instagram's feed takes. */
const TALLEST_FEED = 4 / 5;
const WIDEST_FEED = 1.91;
const STORY = 9 / 16;

/** Types whose videos are sent in the shape they have. */
const asTheyAre: ReadonlySet<MediaType> = new Set(['VIDEO', 'REELS']);

/**
 * The width by height in which all pictures of a post go out: a story's fills the phone, a carousel
 * takes that of its first item, and the feed takes no picture that is taller than 4:5 or wider than
 * 1.91:1. Null where nothing is asked of the type, or the first item's size is not known (0 by 0).
 */
export function targetRatio(type: MediaType, items: readonly PixelSize[]): number | null {
  if (type === 'STORIES') return STORY;
  const [first] = items;
  if (asTheyAre.has(type) || first === undefined) return null;
  if (first.width === 0 || first.height === 0) return null;
  return Math.min(WIDEST_FEED, Math.max(TALLEST_FEED, first.width / first.height));
}

/** Whether a picture has the ratio (width by height) as it is; one pixel of rounding is forgiven. */
export function hasRatio({ width, height }: PixelSize, ratio: number): boolean {
  return Math.abs(width - height * ratio) <= 1 || Math.abs(height - width / ratio) <= 1;
}

/** Floating point leaves 1350 / 0.8 * 0.8 a hair beside 1350. */
const HAIR = 1e-6;

/**
 * The largest part of a picture that has the ratio (width by height), centred. Rounded so that it is
 * never further outside of what the feed takes than the ratio itself.
 */
export function cropRectangle({ width, height }: PixelSize, ratio: number): PixelRectangle {
  const isWider = width > height * ratio;
  const part = {
    width: isWider ? Math.max(1, Math.floor(height * ratio + HAIR)) : width,
    height: isWider ? height : Math.max(1, Math.floor(width / ratio + HAIR)),
  };
  return {
    left: Math.floor((width - part.width) / 2),
    top: Math.floor((height - part.height) / 2),
    ...part,
  };
}

/**
 * The smallest canvas of the ratio (width by height) that holds a picture whole, and how far from its
 * top left the picture stands, centred. Rounded as `cropRectangle` is.
 */
export function paddedCanvas({ width, height }: PixelSize, ratio: number): PixelRectangle {
  const isWider = width > height * ratio;
  const canvas = {
    width: isWider ? width : Math.ceil(height * ratio - HAIR),
    height: isWider ? Math.ceil(width / ratio - HAIR) : height,
  };
  return {
    left: Math.floor((canvas.width - width) / 2),
    top: Math.floor((canvas.height - height) / 2),
    ...canvas,
  };
}
