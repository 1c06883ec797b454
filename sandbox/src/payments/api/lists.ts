import { z } from 'zod';
import type { List } from '../objects.ts';
import { missingParam } from './api-error.ts';
import { integer, text } from './form.ts';

const range = z.strictObject({
  gt: integer.optional(),
  gte: integer.optional(),
  lt: integer.optional(),
  lte: integer.optional(),
});

/** What every list takes. */
export const LISTING = {
  limit: integer.refine((value) => value >= 1 && value <= 100).default(10),
  starting_after: text.optional(),
  ending_before: text.optional(),
};

/** A moment, or bounds for it. */
export const createdFilter = z.union([integer, range]).optional();

export type Listing = {
  limit: number;
  starting_after?: string | undefined;
  ending_before?: string | undefined;
};

/** Does the moment fit what was asked? */
export function isWithin(moment: number, asked: z.output<typeof createdFilter>): boolean {
  if (asked === undefined) return true;
  if (typeof asked === 'number') return moment === asked;
  const { gt = -Infinity, gte = -Infinity, lt = Infinity, lte = Infinity } = asked;
  return moment > gt && moment >= gte && moment < lt && moment <= lte;
}

/** Cuts a list, the newest first, to the page that was asked for. */
export function paged<Item extends { id: string }>(
  url: string,
  items: readonly Item[],
  { limit, starting_after: after, ending_before: before }: Listing,
): List<Item> {
  const at = (id: string, param: string): number => {
    const index = items.findIndex((item) => item.id === id);
    if (index < 0) throw missingParam('object', id, param);
    return index;
  };
  if (before !== undefined) {
    const end = at(before, 'ending_before');
    const start = Math.max(0, end - limit);
    return { object: 'list', data: items.slice(start, end), has_more: start > 0, url };
  }
  const start = after === undefined ? 0 : at(after, 'starting_after') + 1;
  const end = start + limit;
  return { object: 'list', data: items.slice(start, end), has_more: end < items.length, url };
}
