import { errorCatalogue } from '@pontual/contract/errors.ts';
import { MAX_IMAGE_BYTES, imageRatioFits } from '@pontual/contract/media.ts';
import type { MediaTypeOption } from '@pontual/contract/post-rules.ts';

const MEGABYTE = 1024 * 1024;

const decimals = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 1 });

/** A size as it is said: `3,1 MB`, `640 KB`. */
export function sizeText(bytes: number): string {
  if (bytes < MEGABYTE) return `${Math.ceil(bytes / 1024)} KB`;
  return `${decimals.format(bytes / MEGABYTE)} MB`;
}

/** Whether an `accept` list takes a file, by its declared type or else by the end of its name. */
function isAccepted(file: Pick<File, 'name' | 'type'>, accepts: string): boolean {
  const name = file.name.toLowerCase();
  return accepts
    .split(',')
    .map((entry) => entry.trim().toLowerCase())
    .some((entry) => (entry.startsWith('.') ? name.endsWith(entry) : entry === file.type));
}

/**
 * What is wrong with a selection before any file of it is read, or null. One fault rejects the
 * whole selection.
 */
export function selectionProblem(
  files: readonly Pick<File, 'name' | 'size' | 'type'>[],
  option: MediaTypeOption,
): string | null {
  if (files.length === 0) return errorCatalogue.FILE_REQUIRED.message;
  if (files.length > option.maxFiles) return errorCatalogue.TOO_MANY_FILES.message;
  for (const file of files) {
    if (file.type.startsWith('video/')) return errorCatalogue.MEDIA_TYPE_UNAVAILABLE.message;
    if (!isAccepted(file, option.accepts)) return errorCatalogue.MEDIA_UNREADABLE.message;
    if (file.size > MAX_IMAGE_BYTES) return tooLarge(file);
  }
  return null;
}

function tooLarge(file: Pick<File, 'name' | 'size'>): string {
  // Rounded up, so that a file just over the limit never reads as if it fitted.
  const size = decimals.format(Math.ceil((file.size / MEGABYTE) * 10) / 10);
  return `${errorCatalogue.FILE_TOO_LARGE.message} (${file.name} tem ${size} MB)`;
}

/** What is wrong with a picture once its size in pixels is known, or null. */
export function pictureProblem({ width, height }: { width: number; height: number }) {
  return imageRatioFits(width, height) ? null : errorCatalogue.IMAGE_RATIO.message;
}
