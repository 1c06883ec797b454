/** How a picture is brought into another shape: what sticks out is cut off, or what lacks is added. */
export const fitModes = ['crop', 'pad'] as const;
export type FitMode = (typeof fitModes)[number];

/** What is added around a padded picture. */
export const PAD_COLOUR = '#ffffff';

/** In whole pixels, as the picture is seen: after its orientation is applied. */
export interface PixelSize {
  width: number;
  height: number;
}

/** What comes out of a picture, in whole pixels: its size, and where in it the picture begins. */
interface Frame extends PixelSize {
  /** Below 0 where the picture is cut, above where there is a margin. */
  left: number;
  top: number;
}

/** The widest picture that goes out: Instagram scales wider ones down itself. */
export const MAX_IMAGE_WIDTH = 1440;

/** Whether a picture has the ratio (width by height) as it is; one pixel of rounding is forgiven. */
export function hasRatio({ width, height }: PixelSize, ratio: number): boolean {
  return Math.abs(width - height * ratio) <= 1 || Math.abs(height - width / ratio) <= 1;
}

/** Floating point leaves 1350 / 0.8 * 0.8 a hair beside 1350. */
const EPSILON = 1e-6;
const roundUp = (pixels: number) => Math.max(1, Math.ceil(pixels - EPSILON));
const roundDown = (pixels: number) => Math.max(1, Math.floor(pixels + EPSILON));

// Rounded to the side of the square: a bound of Instagram's is kept.
const withWidth = (width: number, ratio: number): PixelSize => ({
  width,
  height: ratio < 1 ? roundDown(width / ratio) : roundUp(width / ratio),
});
const withHeight = (height: number, ratio: number): PixelSize => ({
  width: ratio < 1 ? roundUp(height * ratio) : roundDown(height * ratio),
  height,
});

/**
 * What comes out of a picture at a ratio (width by height): the largest part of it, or the smallest
 * canvas that holds it whole. It is centred either way.
 */
export function frameOf(picture: PixelSize, ratio: number, fit: FitMode): Frame {
  const isWider = picture.width > picture.height * ratio;
  // Cutting takes from the longer side, a margin adds to the shorter one.
  const keepsHeight = isWider === (fit === 'crop');
  const size = keepsHeight ? withHeight(picture.height, ratio) : withWidth(picture.width, ratio);
  // Adding nothing makes 0 of -0.
  const centredOffset = (whole: number, part: number) => Math.trunc((whole - part) / 2) + 0;
  return {
    left: centredOffset(size.width, picture.width),
    top: centredOffset(size.height, picture.height),
    ...size,
  };
}

/** The size of the file that is made of a frame. */
export function fileSizeOf({ width, height }: Frame, ratio: number): PixelSize {
  return width > MAX_IMAGE_WIDTH ? withWidth(MAX_IMAGE_WIDTH, ratio) : { width, height };
}
