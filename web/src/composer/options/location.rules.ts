import { isLocationId, MIN_LOCATION_QUERY } from '@pontual/contract/instagram/instagram.ts';
import type { PostLocation } from '../form.rules.ts';

/** Returns the search query of a text; null if it is too short. */
export function toLocationQuery(text: string): string | null {
  const query = text.trim().replaceAll(/\s+/g, ' ');
  return query.length < MIN_LOCATION_QUERY ? null : query;
}

/** Returns the text of a chosen location for the field. */
export const locationText = (location: PostLocation | null): string =>
  location?.name ?? location?.id ?? '';

/** Returns the location whose id the text is; null if the text is no id. */
export const parseLocationId = (text: string): PostLocation | null =>
  isLocationId(text.trim()) ? { id: text.trim(), name: null } : null;

/** Returns the error for a text that is not a location; undefined if it is empty or a valid id. */
export function validateLocationText(text: string, canSearch: boolean): string | undefined {
  if (text.trim() === '') return undefined;
  if (canSearch) return 'Escolha um local da lista ou apague o texto.';
  return parseLocationId(text) === null ? 'O ID do local tem só números, até 25.' : undefined;
}

/**
 * Returns the row that an arrow key leads to in a list of `count` rows; undefined if the key has no effect.
 */
export function rowAfterKey(
  key: string,
  row: number | null,
  count: number,
): number | null | undefined {
  if (count === 0) return undefined;
  if (key === 'ArrowDown') return row === null || row === count - 1 ? 0 : row + 1;
  if (key === 'ArrowUp') return row === null || row === 0 ? count - 1 : row - 1;
  return undefined;
}
