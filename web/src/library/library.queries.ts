import { listLibrary, type LibraryFile } from '@pontual/contract/library.ts';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { call } from '../api/client.ts';

/** What the library is narrowed down by. */
export interface LibraryFilter {
  words: string;
  kind: 'ALL' | LibraryFile['kind'];
}

export const everyFile: LibraryFilter = { words: '', kind: 'ALL' };

/** Under `posts`: fetched again when a live event tells that they have changed (api/live.ts). */
export function useLibrary({ words, kind }: LibraryFilter, open = true) {
  const q = words.trim();
  return useInfiniteQuery({
    queryKey: ['posts', 'library', { q, kind }],
    enabled: open,
    placeholderData: keepPreviousData,
    initialPageParam: 1,
    queryFn: ({ signal, pageParam: page }) =>
      call(listLibrary, {
        query: { page, ...(q === '' ? {} : { q }), ...(kind === 'ALL' ? {} : { kind }) },
        signal,
      }),
    getNextPageParam: ({ pagination: { page, pages } }) => (page < pages ? page + 1 : undefined),
  });
}
