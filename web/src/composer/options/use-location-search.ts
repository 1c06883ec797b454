import { searchLocations, type LocationResult } from '@pontual/contract/instagram/instagram.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { call } from '../../api/client.ts';
import { toLocationQuery } from './location.rules.ts';

/** After the last letter. */
const DEBOUNCE_MS = 250;
/** Places stay where they are. */
const STALE_TIME_MS = 5 * 60_000;

/** Does what was asked last, once nothing else has been asked for so long. */
function debounce<T>(ms: number, callback: (value: T) => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return (value: T) => {
    clearTimeout(timer);
    timer = setTimeout(() => callback(value), ms);
  };
}

export interface LocationSearch {
  /** Searches for what is written, once the writing rests. */
  setText: (text: string) => void;
  /** False as soon as the server has said that the account may not search. */
  isAllowed: boolean;
  /** What was found for `text`; none until it was searched. */
  resultsFor: (text: string) => readonly LocationResult[] | undefined;
  isSearching: (text: string) => boolean;
  failure: string | null;
}

/** Searches places as the user types; `enabled` is whether there is an account to search with. */
export function useLocationSearch(enabled: boolean): LocationSearch {
  const [query, setQuery] = useState<string | null>(null);
  const [setText] = useState(() =>
    debounce(DEBOUNCE_MS, (text: string) => setQuery(toLocationQuery(text))),
  );
  const { data, error, isFetching } = useQuery({
    queryKey: ['places', query],
    queryFn: ({ signal }) => call(searchLocations, { query: { q: query ?? '' }, signal }),
    enabled: enabled && query !== null,
    staleTime: STALE_TIME_MS,
    retry: false,
  });
  const isCurrentQuery = (text: string) =>
    toLocationQuery(text) !== null && toLocationQuery(text) === query;
  return {
    setText,
    isAllowed: enabled && data?.allowed !== false,
    resultsFor: (text) => (isCurrentQuery(text) ? data?.places : undefined),
    // From the first letter on: what is shown follows what is written.
    isSearching: (text) => toLocationQuery(text) !== null && (!isCurrentQuery(text) || isFetching),
    failure: error instanceof ApiError && query !== null && !isFetching ? error.message : null,
  };
}
