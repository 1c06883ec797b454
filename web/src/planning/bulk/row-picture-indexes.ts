import { MAX_CAROUSEL_ITEMS } from '@pontual/contract/shared/instagram-limits.ts';

/** More files than a carousel takes are another error, so the list stops there. */
export const rowPictureIndexes = (
  urls: readonly string[],
  indexByUrl: ReadonlyMap<string, number>,
): number[] =>
  [...new Set(urls)].flatMap((url) => indexByUrl.get(url) ?? []).slice(0, MAX_CAROUSEL_ITEMS);
