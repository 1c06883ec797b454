import { searchPlaces, type FoundPlace } from '@pontual/contract/instagram.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../../api/api-error.ts';
import { call } from '../../../api/client.ts';
import { soughtOf } from './place-rules.ts';

/** After the last letter. */
const CALM_MS = 250;
/** Places stay where they are. */
const FRESH_MS = 5 * 60_000;

/** Does what was asked last, once nothing else has been asked for so long. */
function calmed<T>(ms: number, act: (value: T) => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return (value: T) => {
    clearTimeout(timer);
    timer = setTimeout(() => act(value), ms);
  };
}

export interface PlaceSearch {
  /** Searches for what is written, once the writing rests. */
  write: (text: string) => void;
  /** False as soon as the server has said that the account may not search. */
  allowed: boolean;
  /** What was found for `text`; none until it was searched. */
  foundFor: (text: string) => readonly FoundPlace[] | undefined;
  isSearching: (text: string) => boolean;
  failure: string | null;
}

/** Searches places as the user types; `enabled` is whether there is an account to search with. */
export function usePlaces(enabled: boolean): PlaceSearch {
  const [sought, setSought] = useState<string | null>(null);
  const [write] = useState(() => calmed(CALM_MS, (text: string) => setSought(soughtOf(text))));
  const { data, error, isFetching } = useQuery({
    queryKey: ['places', sought],
    queryFn: ({ signal }) => call(searchPlaces, { query: { q: sought ?? '' }, signal }),
    enabled: enabled && sought !== null,
    staleTime: FRESH_MS,
    retry: false,
  });
  const isOf = (text: string) => soughtOf(text) !== null && soughtOf(text) === sought;
  return {
    write,
    allowed: enabled && data?.allowed !== false,
    foundFor: (text) => (isOf(text) ? data?.places : undefined),
    // From the first letter on: what is shown follows what is written.
    isSearching: (text) => soughtOf(text) !== null && (!isOf(text) || isFetching),
    failure: error instanceof ApiError && sought !== null && !isFetching ? error.message : null,
  };
}
