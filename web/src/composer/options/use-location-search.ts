import { searchLocations, type LocationResult } from '@pontual/contract/instagram/instagram.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { failureText } from '../../api/api-error.ts';
import { call } from '../../api/client.ts';
import { toLocationQuery } from './location.rules.ts';

/** In ms after the last key press. */
const DEBOUNCE_MS = 250;
/** Locations rarely change. */
const STALE_TIME_MS = 5 * 60_000;

function debounce<T>(ms: number, callback: (value: T) => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return (value: T) => {
    clearTimeout(timer);
    timer = setTimeout(() => callback(value), ms);
  };
}

export interface LocationSearch {
  setText: (text: string) => void;
  /** False once the server has reported that the Instagram account may not search. */
  isAllowed: boolean;
  /** Undefined until the search is complete. */
  resultsFor: (text: string) => readonly LocationResult[] | undefined;
  isSearching: (text: string) => boolean;
  failure: string | null;
}

/** `enabled`: an Instagram account is connected. */
export function useLocationSearch(enabled: boolean): LocationSearch {
  const [query, setQuery] = useState<string | null>(null);
  const [setText] = useState(() =>
    debounce(DEBOUNCE_MS, (text: string) => setQuery(toLocationQuery(text))),
  );
  const { data, error, isFetching } = useQuery({
    queryKey: ['locations', query],
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
    resultsFor: (text) => (isCurrentQuery(text) ? data?.locations : undefined),
    // True during the debounce too, so that outdated results are not shown for the new text.
    isSearching: (text) => toLocationQuery(text) !== null && (!isCurrentQuery(text) || isFetching),
    failure:
      error === null || query === null || isFetching
        ? null
        : failureText(error, 'Não conseguimos procurar lugares agora. Tente de novo em instantes.'),
  };
}
