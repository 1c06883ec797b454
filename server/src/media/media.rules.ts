import { MAX_IMAGE_BYTES } from '@pontual/contract/shared/instagram-limits.ts';
import { MAX_VIDEO_BYTES } from '@pontual/contract/media/media.ts';
import type { ImageFormat, VideoContainer } from './decoder/tasks.ts';

export interface ByteRange {
  start: number;
  /** Inclusive. */
  end: number;
  partial: boolean;
}

/** An unsatisfiable header, or one with several ranges, selects the whole file (RFC 9110, 14.2). */
export function rangeOf(header: string | undefined, size: number): ByteRange {
  const whole = { start: 0, end: size - 1, partial: false };
  const [, from, to] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
  if (from === undefined || to === undefined || (from === '' && to === '')) return whole;
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1);
  return start > end ? whole : { start, end, partial: true };
}

export type FileKind = 'image' | 'video';

export const uploadLimits: Record<FileKind, { maxBytes: number; message: string }> = {
  image: { maxBytes: MAX_IMAGE_BYTES, message: 'Arquivo deve ter no máximo 8MB' },
  video: { maxBytes: MAX_VIDEO_BYTES, message: 'Arquivo deve ter no máximo 300MB' },
};

export const SIGNATURE_BYTES = 12;

export type FileType =
  | { kind: 'image'; format: ImageFormat }
  | { kind: 'video'; container: VideoContainer };

/** HEIC and HEIF. */
const pictureBrands = new Set('heic heix heim heis hevc hevx mif1 msf1'.split(' '));
/** AVIF has the same format, but no post type accepts it. */
const unsupportedBrands = new Set(['avif', 'avis']);
/** First boxes of QuickTime files from before 2001. */
const quickTimeBoxes = new Set(['moov', 'mdat', 'wide', 'free', 'skip', 'pnot']);

/** By its content, never by its name; undefined for an unsupported type. */
export function fileTypeOf(beginning: string): FileType | undefined {
  if (beginning.startsWith('\xff\xd8\xff')) return { kind: 'image', format: 'jpeg' };
  if (beginning.startsWith('\x89PNG\r\n\x1a\n')) return { kind: 'image', format: 'png' };
  const box = beginning.slice(4, 8);
  const brand = beginning.slice(8, 12);
  if (box === 'ftyp' && pictureBrands.has(brand)) return { kind: 'image', format: 'heif' };
  if (box === 'ftyp' && unsupportedBrands.has(brand)) return undefined;
  if (box === 'ftyp' || quickTimeBoxes.has(box)) return { kind: 'video', container: 'mov' };
  const isAvi = beginning.startsWith('RIFF') && brand === 'AVI ';
  return isAvi ? { kind: 'video', container: 'avi' } : undefined;
}

export const AVI_TYPE = 'video/x-msvideo';
