import { MAX_IMAGE_RATIO, MIN_IMAGE_RATIO } from '../shared/instagram-limits.ts';

/** The path of resumable uploads (tus), below `/api`. */
export const UPLOADS_PATH = '/uploads';

/** In bytes, as in the specification (section 9). */
export const MEGABYTE = 1024 * 1024;
export const MAX_VIDEO_BYTES = 300 * MEGABYTE;

/** `1 arquivo`, `3 arquivos` */
export const formatFileCount = (count: number): string =>
  count === 1 ? '1 arquivo' : `${count} arquivos`;

export function imageRatioFits(width: number, height: number): boolean {
  return width + 1 >= height * MIN_IMAGE_RATIO && width - 1 <= height * MAX_IMAGE_RATIO;
}
