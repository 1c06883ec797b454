/** The path of resumable uploads (tus), below `/api`. */
export const UPLOADS_PATH = '/uploads';

/** The largest image, in bytes (specification, section 9). */
export const MAX_IMAGE_BYTES = 8 * 1024 * 1024;
export const MAX_VIDEO_BYTES = 300 * 1024 * 1024;

/** Instagram's limits for the width/height ratio of a feed image: 4:5 to 1.91:1. */
const MIN_IMAGE_RATIO = 4 / 5;
const MAX_IMAGE_RATIO = 1.91;

export function imageRatioFits(width: number, height: number): boolean {
  return width + 1 >= height * MIN_IMAGE_RATIO && width - 1 <= height * MAX_IMAGE_RATIO;
}
