import { z } from 'zod';
import { defineEndpoint, type Endpoint } from '../api/endpoint.ts';
import { text } from '../api/form.ts';
import { LIST_PARAMS, paginate } from '../api/lists.ts';
import type { PaymentsContext } from '../context.ts';

const listSchema = z.strictObject({ ...LIST_PARAMS, type: text.optional() });

export function eventEndpoints({ records }: PaymentsContext): Endpoint[] {
  return [
    defineEndpoint('GET', '/v1/events', 'event-list', listSchema, (query) => {
      const { type: wanted = '*' } = query;
      const found = records.events
        .all()
        .filter(({ type }) =>
          wanted.endsWith('*') ? type.startsWith(wanted.slice(0, -1)) : type === wanted,
        );
      return paginate('/v1/events', found.toReversed(), query);
    }),
  ];
}
