import { z } from 'zod';
import { createInvalidParamError, createNotFoundError } from '../api/api-error.ts';
import { defineEndpoint, type Endpoint } from '../api/endpoint.ts';
import { text, nonNegativeInteger } from '../api/form.ts';
import { LIST_PARAMS, paginate } from '../api/lists.ts';
import { cancelNow } from '../billing/cancel.ts';
import { isEnded } from '../billing/statuses.ts';
import type { WithExtras, TestClock } from '../objects.ts';
import { newId, type PaymentsContext } from '../context.ts';
import { emit } from '../webhooks/emit.ts';

const YEAR_SECONDS = 366 * 86_400;
const RETENTION_SECONDS = 30 * 86_400;

const newSchema = z.strictObject({ frozen_time: nonNegativeInteger, name: text.optional() });
const advanceSchema = z.strictObject({ frozen_time: nonNegativeInteger });

/** Endpoints `/v1/test_helpers/test_clocks`, which give some customers a time of their own. */
export function testClockEndpoints(context: PaymentsContext): Endpoint[] {
  const { clocks, customers, subscriptions } = context.records;
  const path = '/v1/test_helpers/test_clocks';
  const find = (id: string): TestClock => {
    const clock = clocks.get(id);
    if (!clock) throw createNotFoundError('billingclock', id);
    return clock;
  };
  return [
    defineEndpoint('POST', path, 'test-clock-create', newSchema, (input) => {
      const created = Math.floor(context.clock.now() / 1000);
      const clock = {
        id: newId(context, 'clock'),
        object: 'test_helpers.test_clock',
        created,
        deletes_after: created + RETENTION_SECONDS,
        frozen_time: input.frozen_time,
        livemode: false,
        name: input.name ?? null,
        status: 'ready',
        status_details: {},
      } satisfies WithExtras<TestClock>;
      clocks.put(clock);
      emit(context, 'test_helpers.test_clock.created', clock);
      return clock;
    }),
    defineEndpoint('GET', path, 'test-clock-list', z.strictObject(LIST_PARAMS), (query) =>
      paginate(path, clocks.all().toReversed(), query),
    ),
    defineEndpoint('GET', `${path}/:id`, 'test-clock-retrieve', z.strictObject({}), (_, id) =>
      find(id),
    ),
    defineEndpoint(
      'POST',
      `${path}/:id/advance`,
      'test-clock-advance',
      advanceSchema,
      (input, id) => {
        const clock = find(id);
        const until = input.frozen_time;
        if (until <= clock.frozen_time || until > clock.frozen_time + 2 * YEAR_SECONDS) {
          throw createInvalidParamError(
            'frozen_time',
            'A test clock can only be advanced to a later time, and by no more than two years.',
          );
        }
        const advancing: TestClock = { ...clock, status: 'advancing' };
        emit(context, 'test_helpers.test_clock.advancing', advancing);
        context.timeline.advance(id, until * 1000, (at) =>
          clocks.put({
            ...clock,
            frozen_time: Math.max(find(id).frozen_time, Math.floor(at / 1000)),
          }),
        );
        emit(context, 'test_helpers.test_clock.ready', find(id));
        // The real API responds before it has finished; here the next request finds the clock ready.
        return advancing;
      },
    ),
    defineEndpoint('DELETE', `${path}/:id`, 'test-clock-delete', z.strictObject({}), (_, id) => {
      const clock = find(id);
      for (const customer of customers.all().filter((each) => each.test_clock === id)) {
        for (const subscription of subscriptions.in(customer.id)) {
          if (!isEnded(subscription)) cancelNow(context, subscription, {});
        }
        customers.put({ ...customer, deleted: true });
      }
      emit(context, 'test_helpers.test_clock.deleted', clock);
      clocks.remove(id);
      return { id, object: 'test_helpers.test_clock', deleted: true };
    }),
  ];
}
