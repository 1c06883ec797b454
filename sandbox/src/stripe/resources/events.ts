import { z } from 'zod';
import { createNotFoundError } from '../api/api-error.ts';
import { defineEndpoint, type Endpoint } from '../api/endpoint.ts';
import { flag, text } from '../api/form.ts';
import { createdFilter, matchesCreated, LIST_PARAMS, paginate } from '../api/lists.ts';
import { findTestClock } from '../webhooks/emit.ts';
import type { PaymentsContext } from '../context.ts';

/** How long events can be read; events of a test clock have its dates and do not expire. */
const RETENTION_SECONDS = 30 * 86_400;

const listSchema = z.strictObject({
  ...LIST_PARAMS,
  created: createdFilter,
  delivery_success: flag.optional(),
  type: text.optional(),
  types: z.array(text).max(20).optional(),
});

/** Endpoints `/v1/events`. */
export function eventEndpoints(context: PaymentsContext): Endpoint[] {
  const { events, deliveries } = context.records;

  function matchesType(type: string, query: string): boolean {
    return query.endsWith('*') ? type.startsWith(query.slice(0, -1)) : type === query;
  }

  function listUndelivered(): Set<string> {
    const open = deliveries.all().filter(({ state }) => state !== 'delivered');
    return new Set(open.map(({ event }) => event));
  }

  return [
    defineEndpoint('GET', '/v1/events', 'event-list', listSchema, (query) => {
      const { type, types, delivery_success: delivered, created } = query;
      const wantedTypes = types ?? (type === undefined ? undefined : [type]);
      const open = delivered === undefined ? undefined : listUndelivered();
      const oldest = Math.floor(context.clock.now() / 1000) - RETENTION_SECONDS;
      const found = events
        .all()
        .toReversed()
        .filter(
          (event) =>
            (event.created >= oldest || findTestClock(context, event.data.object) !== null) &&
            (wantedTypes === undefined ||
              wantedTypes.some((each) => matchesType(event.type, each))) &&
            (open === undefined || open.has(event.id) !== delivered) &&
            matchesCreated(event.created, created),
        );
      return paginate('/v1/events', found, query);
    }),
    defineEndpoint('GET', '/v1/events/:id', 'event-retrieve', z.strictObject({}), (_, id) => {
      const event = events.get(id);
      if (!event) throw createNotFoundError('event', id);
      return event;
    }),
  ];
}
