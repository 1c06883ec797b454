import type { List } from '../objects.ts';
import { createMissingReferenceError } from './api-error.ts';
import { nonNegativeInteger, text } from './form.ts';

export const LIST_PARAMS = {
  limit: nonNegativeInteger.refine((value) => value >= 1 && value <= 100).default(10),
  starting_after: text.optional(),
};

type ListParams = { limit: number; starting_after?: string | undefined };

export function paginate<Item extends { id: string }>(
  url: string,
  items: readonly Item[],
  { limit, starting_after: after }: ListParams,
): List<Item> {
  const start = after === undefined ? 0 : items.findIndex(({ id }) => id === after) + 1;
  if (after !== undefined && start === 0) {
    throw createMissingReferenceError('object', after, 'starting_after');
  }
  const end = start + limit;
  return { object: 'list', data: items.slice(start, end), has_more: end < items.length, url };
}
