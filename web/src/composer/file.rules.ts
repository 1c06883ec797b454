import { browserErrors } from '@pontual/contract/shared/errors-browser.ts';
import { MAX_IMAGE_BYTES } from '@pontual/contract/shared/instagram-limits.ts';
import { MAX_VIDEO_BYTES, MEGABYTE } from '@pontual/contract/media/media.ts';
import type { MediaTypeOption } from '@pontual/contract/posts/post-rules.ts';

const listFormat = new Intl.ListFormat('pt-BR', { type: 'conjunction' });
const choiceFormat = new Intl.ListFormat('pt-BR', { type: 'disjunction' });

type DeclaredFile = Pick<File, 'name' | 'type'>;

/** By the declared MIME type, or else by the extension; null for any other file. */
export function kindOf({ name, type }: DeclaredFile): 'image' | 'video' | null {
  if (type.startsWith('image/')) return 'image';
  if (type.startsWith('video/')) return 'video';
  if (/\.(jpe?g|png|hei[cf])$/i.test(name)) return 'image';
  return /\.(mp4|mov|avi)$/i.test(name) ? 'video' : null;
}

/** HEIC or HEIF, the format of phone photos, which few browsers can show. */
export function isHeic({ name, type }: DeclaredFile): boolean {
  return /^image\/hei[cf]/.test(type) || /\.hei[cf]$/i.test(name);
}

export function formatName(name: string): string {
  const [, ending = ''] = /\.(\w{1,5})$/.exec(name) ?? [];
  return ending.toUpperCase();
}

export function mergeAccepts(options: readonly MediaTypeOption[]): string {
  return [...new Set(options.flatMap(({ accepts }) => accepts.split(',')))].join(',');
}

export function isAccepted(file: DeclaredFile, accepts: string): boolean {
  const name = file.name.toLowerCase();
  return accepts
    .split(',')
    .map((entry) => entry.trim().toLowerCase())
    .some((entry) => (entry.startsWith('.') ? name.endsWith(entry) : entry === file.type));
}

const photoFormats = ['JPG', 'PNG', 'HEIC'];
const videoFormats = ['MP4', 'MOV', 'AVI'];

function listAcceptedFormats(accepts: string, formats: readonly string[]): string[] {
  const entries = new Set(accepts.split(',').map((entry) => entry.trim()));
  return formats.filter((name) => entries.has(`.${name.toLowerCase()}`));
}

/** `JPG, PNG e HEIC até 8 MB. MP4 e MOV até 300 MB.`, with non-breaking spaces before the units. */
export function limitsText(accepts: string): string {
  const limits = [
    { formats: listAcceptedFormats(accepts, photoFormats), most: MAX_IMAGE_BYTES },
    { formats: listAcceptedFormats(accepts, videoFormats), most: MAX_VIDEO_BYTES },
  ];
  return limits
    .filter(({ formats }) => formats.length > 0)
    .map(({ formats, most }) => `${listFormat.format(formats)} até ${most / MEGABYTE}\u00a0MB.`)
    .join(' ');
}

export interface Rejection {
  name: string;
  /** Bytes. */
  size: number;
  reason: string;
  /** The file is valid, but the post already contains it. */
  isDuplicate: boolean;
}

export function createRejection(file: Pick<File, 'name' | 'size'>, reason: string): Rejection {
  return { name: file.name, size: file.size, reason, isDuplicate: false };
}

/** Checks a file before it is read; null if it is accepted. */
export function checkFile(
  file: Pick<File, 'name' | 'size' | 'type'>,
  accepts: string,
): Rejection | null {
  const kind = kindOf(file);
  if (kind === null || !isAccepted(file, accepts)) {
    const formats = listAcceptedFormats(accepts, [...photoFormats, ...videoFormats]);
    return createRejection(file, `Formato não aceito. Envie ${choiceFormat.format(formats)}.`);
  }
  if (file.size === 0) return createRejection(file, 'O arquivo está vazio. Escolha outro.');
  const most = kind === 'video' ? MAX_VIDEO_BYTES : MAX_IMAGE_BYTES;
  if (file.size <= most) return null;
  return createRejection(file, `Arquivo deve ter no máximo ${most / MEGABYTE}MB`);
}

export const createUnreadableRejection = (file: Pick<File, 'name' | 'size'>): Rejection =>
  createRejection(file, browserErrors.MEDIA_UNREADABLE.message);

/** `0:38` or `12:05`. */
export function durationText(ms: number): string {
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
