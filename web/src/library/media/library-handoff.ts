import type { LibraryFile } from '@pontual/contract/posts/media-library.ts';
import { MAX_CAROUSEL_ITEMS } from '@pontual/contract/shared/instagram-limits.ts';

export type HandoffFile = Pick<LibraryFile, '_id' | 'url' | 'kind'>;

export const noHandoffFiles: readonly HandoffFile[] = [];

export const buildHandoffState = (files: readonly HandoffFile[]) => ({
  library: files.map(({ _id, url, kind }) => ({ _id, url, kind })),
});

/** Validated, because a history state may have any type. */
export function readHandoffFiles(state: unknown): readonly HandoffFile[] {
  const value = typeof state === 'object' && state !== null && 'library' in state && state.library;
  if (!Array.isArray(value)) return noHandoffFiles;
  const all: unknown[] = value;
  return all.every(isHandoffFile) ? all.slice(0, MAX_CAROUSEL_ITEMS) : noHandoffFiles;
}

function isHandoffFile(value: unknown): value is HandoffFile {
  const { _id, url, kind }: Record<string, unknown> = typeof value === 'object' ? { ...value } : {};
  const isKind = kind === 'image' || kind === 'video';
  // Two slashes refer to another site.
  return typeof _id === 'string' && isKind && typeof url === 'string' && /^\/(?![/\\])/.test(url);
}
