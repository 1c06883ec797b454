import { MEGABYTE } from '@pontual/contract/media/media.ts';
import { formatDecimal } from '../ui/number-format.ts';

/** `3,1 MB`, `640 KB`. */
export function formatFileSize(bytes: number): string {
  if (bytes < MEGABYTE) return `${Math.ceil(bytes / 1024)} KB`;
  return `${formatDecimal(bytes / MEGABYTE)} MB`;
}

/** Rounds up, so that the size of a refused file never equals an accepted size. */
export function formatRefusedFileSize(bytes: number): string {
  return formatFileSize(
    bytes < MEGABYTE ? bytes : Math.ceil((bytes * 10) / MEGABYTE) * (MEGABYTE / 10),
  );
}
