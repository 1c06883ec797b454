import { createParameterError } from './graph-error.ts';
import type { GraphCall } from './graph-endpoint.ts';

export const PAGING_PARAMS = ['limit', 'after', 'before'] as const;

const cursorOf = (id: string): string => Buffer.from(id).toString('base64url');

export function paginate<Item extends { id: string }>(
  call: GraphCall,
  url: string,
  items: readonly Item[],
  presentItem: (item: Item) => unknown,
): Record<string, unknown> {
  const limit = Number(call.params['limit'] ?? '25');
  if (!Number.isInteger(limit) || limit < 1)
    throw createParameterError('Param limit must be positive');
  const { start, end } = findPageRange(call, items, Math.min(limit, 100));
  const page = items.slice(start, end);
  const first = page[0];
  const last = page.at(-1);
  if (!first || !last) return { data: [] };
  const link = (name: string, id: string): string => {
    const { before: _, after: __, ...others } = call.params;
    const query = new URLSearchParams({ ...others, [name]: cursorOf(id) });
    // The path of a call on another host begins with that host.
    const path = call.path.replace(/^(\/[^/]+\.[^/]+)?/, `$&/${call.version}`);
    return `${url}${path}?${query.toString()}`;
  };
  return {
    data: page.map(presentItem),
    paging: {
      cursors: { before: cursorOf(first.id), after: cursorOf(last.id) },
      ...(end < items.length ? { next: link('after', last.id) } : {}),
      ...(start > 0 ? { previous: link('before', first.id) } : {}),
    },
  };
}

function findPageRange(
  { params }: GraphCall,
  items: readonly { id: string }[],
  limit: number,
): { start: number; end: number } {
  const findCursor = (cursor: string): number => {
    const index = items.findIndex(({ id }) => cursorOf(id) === cursor);
    if (index < 0) throw createParameterError('Invalid cursor');
    return index;
  };
  if (params['after']) {
    const start = findCursor(params['after']) + 1;
    return { start, end: start + limit };
  }
  if (params['before']) {
    const end = findCursor(params['before']);
    return { start: Math.max(0, end - limit), end };
  }
  return { start: 0, end: limit };
}
