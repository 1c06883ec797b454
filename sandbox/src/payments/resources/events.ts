import { z } from 'zod';
import { missing } from '../api/api-error.ts';
import { endpoint, type Endpoint } from '../api/endpoint.ts';
import { flag, text } from '../api/form.ts';
import { createdFilter, isWithin, LISTING, paged } from '../api/lists.ts';
import { testClockOf } from '../webhooks/emit.ts';
import type { PaymentsWorld } from '../world.ts';

/** How long events can be read; those of a test clock bear its dates, and stay. */
const KEPT_SECONDS = 30 * 86_400;

const listSchema = z.strictObject({
  ...LISTING,
  created: createdFilter,
  delivery_success: flag.optional(),
  type: text.optional(),
  types: z.array(text).max(20).optional(),
});

/** `/v1/events` */
export function eventEndpoints(world: PaymentsWorld): Endpoint[] {
  const { events, deliveries } = world.records;

  function matchesType(type: string, asked: string): boolean {
    return asked.endsWith('*') ? type.startsWith(asked.slice(0, -1)) : type === asked;
  }

  /** The events of which a delivery has not come to a good end. */
  function undelivered(): Set<string> {
    const open = deliveries.all().filter(({ state }) => state !== 'delivered');
    return new Set(open.map(({ event }) => event));
  }

  return [
    endpoint('GET', '/v1/events', 'event-list', listSchema, (asked) => {
      const { type, types, delivery_success: delivered, created } = asked;
      const wanted = types ?? (type === undefined ? undefined : [type]);
      const open = delivered === undefined ? undefined : undelivered();
      const oldest = Math.floor(world.clock.now() / 1000) - KEPT_SECONDS;
      const found = events
        .all()
        .toReversed()
        .filter(
          (event) =>
            (event.created >= oldest || testClockOf(world, event.data.object) !== null) &&
            (wanted === undefined || wanted.some((each) => matchesType(event.type, each))) &&
            (open === undefined || open.has(event.id) !== delivered) &&
            isWithin(event.created, created),
        );
      return paged('/v1/events', found, asked);
    }),
    endpoint('GET', '/v1/events/:id', 'event-retrieve', z.strictObject({}), (_, id) => {
      const event = events.get(id);
      if (!event) throw missing('event', id);
      return event;
    }),
  ];
}
