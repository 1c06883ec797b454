import { isLocationId, MIN_LOCATION_QUERY } from '@pontual/contract/instagram/instagram.ts';
import type { PostLocation } from '../form.rules.ts';

/** Null if the text is too short. */
export function toLocationQuery(text: string): string | null {
  const query = text.trim().replaceAll(/\s+/g, ' ');
  return query.length < MIN_LOCATION_QUERY ? null : query;
}

export const locationText = (location: PostLocation | null): string =>
  location?.name ?? location?.id ?? '';

/** Null if the text is no id. */
export const parseLocationId = (text: string): PostLocation | null =>
  isLocationId(text.trim()) ? { id: text.trim(), name: null } : null;

/** An empty text is no error. */
export function validateLocationText(text: string, canSearch: boolean): string | undefined {
  if (text.trim() === '') return undefined;
  if (canSearch) return 'Escolha um local da lista ou apague o texto.';
  return parseLocationId(text) === null ? 'O ID do local tem só números, até 25.' : undefined;
}

/** Undefined if the key has no effect. */
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
