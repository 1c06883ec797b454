import { z } from 'zod';
import type { List } from '../objects.ts';
import { createMissingReferenceError } from './api-error.ts';
import { integer, text } from './form.ts';

const range = z.strictObject({
  gt: integer.optional(),
  gte: integer.optional(),
  lt: integer.optional(),
  lte: integer.optional(),
});

/** The parameters of every list. */
export const LIST_PARAMS = {
  limit: integer.refine((value) => value >= 1 && value <= 100).default(10),
  starting_after: text.optional(),
  ending_before: text.optional(),
};

/** A time, or bounds for it. */
export const createdFilter = z.union([integer, range]).optional();

export type ListParams = {
  limit: number;
  starting_after?: string | undefined;
  ending_before?: string | undefined;
};

/** Returns whether the time matches the filter. */
export function matchesCreated(moment: number, filter: z.output<typeof createdFilter>): boolean {
  if (filter === undefined) return true;
  if (typeof filter === 'number') return moment === filter;
  const { gt = -Infinity, gte = -Infinity, lt = Infinity, lte = Infinity } = filter;
  return moment > gt && moment >= gte && moment < lt && moment <= lte;
}

/** Returns the requested page of a list, newest first. */
export function paginate<Item extends { id: string }>(
  url: string,
  items: readonly Item[],
  { limit, starting_after: after, ending_before: before }: ListParams,
): List<Item> {
  const findIndexOf = (id: string, param: string): number => {
    const index = items.findIndex((item) => item.id === id);
    if (index < 0) throw createMissingReferenceError('object', id, param);
    return index;
  };
  if (before !== undefined) {
    const end = findIndexOf(before, 'ending_before');
    const start = Math.max(0, end - limit);
    return { object: 'list', data: items.slice(start, end), has_more: start > 0, url };
  }
  const start = after === undefined ? 0 : findIndexOf(after, 'starting_after') + 1;
  const end = start + limit;
  return { object: 'list', data: items.slice(start, end), has_more: end < items.length, url };
}
