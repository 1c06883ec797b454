import { isLocationId, MIN_LOCATION_QUERY } from '@pontual/contract/instagram/instagram.ts';
import type { PostLocation } from '../form.rules.ts';

/** What a text is searched as; null while it is too short. */
export function toLocationQuery(text: string): string | null {
  const query = text.trim().replaceAll(/\s+/g, ' ');
  return query.length < MIN_LOCATION_QUERY ? null : query;
}

/** How a chosen place stands in the field. */
export const locationText = (location: PostLocation | null): string =>
  location?.name ?? location?.id ?? '';

/** The place that a text names by its id; null where it is none. */
export const parseLocationId = (text: string): PostLocation | null =>
  isLocationId(text.trim()) ? { id: text.trim(), name: null } : null;

/** What is said of a text that was left behind and is no place. */
export function validateLocationText(text: string, canSearch: boolean): string | undefined {
  if (text.trim() === '') return undefined;
  if (canSearch) return 'Escolha um local da lista ou apague o texto.';
  return parseLocationId(text) === null ? 'O ID do local tem só números, até 25.' : undefined;
}

/** Which row of a list a key leads to, of `count` rows; null for none. Undefined: not this key's. */
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
