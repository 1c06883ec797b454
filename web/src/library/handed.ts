import type { LibraryFile } from '@pontual/contract/library.ts';
import { MAX_CAROUSEL_ITEMS } from '@pontual/contract/posts.ts';

/** A file of the library as navigation hands it to the composer. */
export type HandedFile = Pick<LibraryFile, '_id' | 'url' | 'kind'>;

export const noneHanded: readonly HandedFile[] = [];

/** The history state with which /create-post begins a post of these files, in their order. */
export const handing = (files: readonly HandedFile[]) => ({
  library: files.map(({ _id, url, kind }) => ({ _id, url, kind })),
});

/** What such a state brings along; history is what this browser has kept, perhaps from an older release. */
export function handedIn(state: unknown): readonly HandedFile[] {
  const given = typeof state === 'object' && state !== null && 'library' in state && state.library;
  if (!Array.isArray(given)) return noneHanded;
  const all: unknown[] = given;
  return all.every(isHanded) ? all.slice(0, MAX_CAROUSEL_ITEMS) : noneHanded;
}

function isHanded(value: unknown): value is HandedFile {
  const { _id, url, kind }: Record<string, unknown> = typeof value === 'object' ? { ...value } : {};
  const isKind = kind === 'image' || kind === 'video';
  // Two slashes would lead to another site.
  return typeof _id === 'string' && isKind && typeof url === 'string' && /^\/(?![/\\])/.test(url);
}
