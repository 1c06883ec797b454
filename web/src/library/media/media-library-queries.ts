import { listMediaLibrary, type LibraryFile } from '@pontual/contract/posts/media-library.ts';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { POSTS } from '../../api/query-keys.ts';

export interface MediaLibraryFilter {
  searchText: string;
  kind: 'ALL' | LibraryFile['kind'];
}

export const everyFile: MediaLibraryFilter = { searchText: '', kind: 'ALL' };

export function useMediaLibrary({ searchText, kind }: MediaLibraryFilter, enabled = true) {
  const q = searchText.trim();
  return useInfiniteQuery({
    queryKey: [...POSTS, 'library', { q, kind }],
    enabled: enabled,
    placeholderData: keepPreviousData,
    initialPageParam: 1,
    queryFn: ({ signal, pageParam: page }) =>
      call(listMediaLibrary, {
        query: { page, ...(q === '' ? {} : { q }), ...(kind === 'ALL' ? {} : { kind }) },
        signal,
      }),
    getNextPageParam: ({ pagination: { page, pages } }) => (page < pages ? page + 1 : undefined),
  });
}
