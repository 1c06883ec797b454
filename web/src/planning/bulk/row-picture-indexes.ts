import { MAX_CAROUSEL_ITEMS } from '@pontual/contract/posts/posts.ts';

/**
 * Returns the indexes of the distinct pictures of a row that have a fingerprint. More files than a carousel
 * takes are an error of their own, so the list stops at that number.
 */
export const rowPictureIndexes = (
  urls: readonly string[],
  indexByUrl: ReadonlyMap<string, number>,
): number[] =>
  [...new Set(urls)].flatMap((url) => indexByUrl.get(url) ?? []).slice(0, MAX_CAROUSEL_ITEMS);
