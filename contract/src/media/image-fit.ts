import { MAX_IMAGE_WIDTH } from '../shared/instagram-limits.ts';

/** How a picture is brought to another ratio: `crop` cuts off what exceeds it, `pad` adds margins. */
export const fitModes = ['crop', 'pad'] as const;
export type FitMode = (typeof fitModes)[number];

export const PAD_COLOUR = '#ffffff';

/** In whole pixels, after the EXIF orientation is applied. */
export interface PixelSize {
  width: number;
  height: number;
}

interface Frame extends PixelSize {
  /** Negative where the picture is cropped, positive where there is a margin. */
  left: number;
  top: number;
}

/** Returns whether a picture already has the ratio (width by height), with a tolerance of one pixel. */
export function hasRatio({ width, height }: PixelSize, ratio: number): boolean {
  return Math.abs(width - height * ratio) <= 1 || Math.abs(height - width / ratio) <= 1;
}

/** In floating point, 1350 / 0.8 * 0.8 is not exactly 1350. */
const EPSILON = 1e-6;
const roundUp = (pixels: number) => Math.max(1, Math.ceil(pixels - EPSILON));
const roundDown = (pixels: number) => Math.max(1, Math.floor(pixels + EPSILON));

// Rounds toward the square, so that the result stays within the ratio limits of Instagram.
const withWidth = (width: number, ratio: number): PixelSize => ({
  width,
  height: ratio < 1 ? roundDown(width / ratio) : roundUp(width / ratio),
});
const withHeight = (height: number, ratio: number): PixelSize => ({
  width: ratio < 1 ? roundUp(height * ratio) : roundDown(height * ratio),
  height,
});

/** Returns a centred frame: `crop` gives the largest part of the picture, `pad` the smallest canvas. */
export function frameOf(picture: PixelSize, ratio: number, fit: FitMode): Frame {
  const isWider = picture.width > picture.height * ratio;
  const keepsHeight = isWider === (fit === 'crop');
  const size = keepsHeight ? withHeight(picture.height, ratio) : withWidth(picture.width, ratio);
  // The addition turns -0 into 0.
  const centredOffset = (whole: number, part: number) => Math.trunc((whole - part) / 2) + 0;
  return {
    left: centredOffset(size.width, picture.width),
    top: centredOffset(size.height, picture.height),
    ...size,
  };
}

export function fileSizeOf({ width, height }: Frame, ratio: number): PixelSize {
  return width > MAX_IMAGE_WIDTH ? withWidth(MAX_IMAGE_WIDTH, ratio) : { width, height };
}
