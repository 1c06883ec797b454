import { errorCatalogue } from '@pontual/contract/errors.ts';
import { MAX_IMAGE_BYTES, MAX_VIDEO_BYTES } from '@pontual/contract/media.ts';
import type { MediaTypeOption } from '@pontual/contract/post-rules.ts';

const MEGABYTE = 1024 * 1024;

const decimals = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 1 });

/** A size as it is said: `3,1 MB`, `640 KB`. */
export function sizeText(bytes: number): string {
  if (bytes < MEGABYTE) return `${Math.ceil(bytes / 1024)} KB`;
  return `${decimals.format(bytes / MEGABYTE)} MB`;
}

type Declared = Pick<File, 'name' | 'type'>;

/** What a file says it is, by its declared type or else by the end of its name. */
export function kindOf({ name, type }: Declared): 'image' | 'video' | null {
  if (type.startsWith('image/')) return 'image';
  if (type.startsWith('video/')) return 'video';
  if (/\.(jpe?g|png)$/i.test(name)) return 'image';
  return /\.(mp4|mov)$/i.test(name) ? 'video' : null;
}

/** The `accept` list for every type on offer. */
export function acceptsOf(options: readonly MediaTypeOption[]): string {
  return [...new Set(options.flatMap(({ accepts }) => accepts.split(',')))].join(',');
}

/** Whether an `accept` list takes a file, by its declared type or else by the end of its name. */
function isAccepted(file: Declared, accepts: string): boolean {
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
  accepts: string,
): string | null {
  if (files.length === 0) return errorCatalogue.FILE_REQUIRED.message;
  for (const file of files) {
    const kind = kindOf(file);
    if (kind === null || !isAccepted(file, accepts)) return errorCatalogue.MEDIA_UNREADABLE.message;
    const most = kind === 'video' ? MAX_VIDEO_BYTES : MAX_IMAGE_BYTES;
    if (file.size > most) return tooLarge(file, most);
  }
  return null;
}

function tooLarge(file: Pick<File, 'name' | 'size'>, most: number): string {
  // Rounded up, so that a file just over the limit never reads as if it fitted.
  const size = decimals.format(Math.ceil((file.size / MEGABYTE) * 10) / 10);
  return `Arquivo deve ter no máximo ${most / MEGABYTE}MB (${file.name} tem ${size} MB)`;
}
