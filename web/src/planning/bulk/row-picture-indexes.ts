import { MAX_CAROUSEL_ITEMS } from '@pontual/contract/posts/posts.ts';

/**
 * The pictures of a row, each once, by their numbers among those that are known. A row of more files than
 * a carousel takes is a fault, which is told as one: of the others nothing is asked.
 */
export const rowPictureIndexes = (
  urls: readonly string[],
  indexByUrl: ReadonlyMap<string, number>,
): number[] =>
  [...new Set(urls)].flatMap((url) => indexByUrl.get(url) ?? []).slice(0, MAX_CAROUSEL_ITEMS);
