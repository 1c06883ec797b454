import { MAX_CAROUSEL_ITEMS } from '@pontual/contract/posts.ts';

/**
 * The pictures of a row, each once, by their numbers among those that are known. A row of more files than
 * a carousel takes is a fault, which is told as one: of the others nothing is asked.
 */
export const askedPictures = (
  urls: readonly string[],
  numbers: ReadonlyMap<string, number>,
): number[] =>
  [...new Set(urls)].flatMap((url) => numbers.get(url) ?? []).slice(0, MAX_CAROUSEL_ITEMS);
