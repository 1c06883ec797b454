import { isPlaceId, MIN_PLACE_QUERY } from '@pontual/contract/instagram.ts';
import type { Place } from '../form-rules.ts';

/** What a text is searched as; null while it is too short. */
export function soughtOf(text: string): string | null {
  const sought = text.trim().replaceAll(/\s+/g, ' ');
  return sought.length < MIN_PLACE_QUERY ? null : sought;
}

/** How a chosen place stands in the field. */
export const placeText = (place: Place | null): string => place?.name ?? place?.id ?? '';

/** The place that a text names by its id; null where it is none. */
export const placeOfId = (text: string): Place | null =>
  isPlaceId(text.trim()) ? { id: text.trim(), name: null } : null;

/** What is said of a text that was left behind and is no place. */
export function faultOfText(text: string, searches: boolean): string | undefined {
  if (text.trim() === '') return undefined;
  if (searches) return 'Escolha um local da lista ou apague o texto.';
  return placeOfId(text) === null ? 'O ID do local tem só números, até 25.' : undefined;
}

/** Which row of a list a key leads to, of `count` rows; null for none. Undefined: not this key's. */
export function rowAfter(
  key: string,
  row: number | null,
  count: number,
): number | null | undefined {
  if (count === 0) return undefined;
  if (key === 'ArrowDown') return row === null || row === count - 1 ? 0 : row + 1;
  if (key === 'ArrowUp') return row === null || row === 0 ? count - 1 : row - 1;
  return undefined;
}
