/** The path of resumable uploads (tus), below `/api`. */
export const UPLOADS_PATH = '/uploads';

/** In bytes, as in the specification (section 9). */
export const MEGABYTE = 1024 * 1024;
/** The largest image, in bytes. */
export const MAX_IMAGE_BYTES = 8 * MEGABYTE;
export const MAX_VIDEO_BYTES = 300 * MEGABYTE;

/** `1 arquivo`, `3 arquivos` */
export const formatFileCount = (count: number): string =>
  count === 1 ? '1 arquivo' : `${count} arquivos`;

/** Instagram's limits for the width/height ratio of a feed image: 4:5 to 1.91:1. */
const MIN_IMAGE_RATIO = 4 / 5;
const MAX_IMAGE_RATIO = 1.91;

export function imageRatioFits(width: number, height: number): boolean {
  return width + 1 >= height * MIN_IMAGE_RATIO && width - 1 <= height * MAX_IMAGE_RATIO;
}
