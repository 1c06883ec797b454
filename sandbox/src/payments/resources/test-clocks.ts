import { z } from 'zod';
import { invalid, missing } from '../api/api-error.ts';
import { endpoint, type Endpoint } from '../api/endpoint.ts';
import { text, whole } from '../api/form.ts';
import { LISTING, paged } from '../api/lists.ts';
import { cancelNow } from '../billing/cancel.ts';
import { isOver } from '../billing/statuses.ts';
import type { Open, TestClock } from '../objects.ts';
import { newId, type PaymentsWorld } from '../world.ts';
import { emit } from '../webhooks/emit.ts';

const YEAR_SECONDS = 366 * 86_400;
const KEPT_SECONDS = 30 * 86_400;

const newSchema = z.strictObject({ frozen_time: whole, name: text.optional() });
const advanceSchema = z.strictObject({ frozen_time: whole });

/** `/v1/test_helpers/test_clocks`: a time of its own for a few customers. */
export function testClockEndpoints(world: PaymentsWorld): Endpoint[] {
  const { clocks, customers, subscriptions } = world.records;
  const path = '/v1/test_helpers/test_clocks';
  const find = (id: string): TestClock => {
    const clock = clocks.get(id);
    if (!clock) throw missing('billingclock', id);
    return clock;
  };
  return [
    endpoint('POST', path, 'test-clock-create', newSchema, (given) => {
      const created = Math.floor(world.clock.now() / 1000);
      const clock = {
        id: newId(world, 'clock'),
        object: 'test_helpers.test_clock',
        created,
        deletes_after: created + KEPT_SECONDS,
        frozen_time: given.frozen_time,
        livemode: false,
        name: given.name ?? null,
        status: 'ready',
        status_details: {},
      } satisfies Open<TestClock>;
      clocks.put(clock);
      emit(world, 'test_helpers.test_clock.created', clock);
      return clock;
    }),
    endpoint('GET', path, 'test-clock-list', z.strictObject(LISTING), (asked) =>
      paged(path, clocks.all().toReversed(), asked),
    ),
    endpoint('GET', `${path}/:id`, 'test-clock-retrieve', z.strictObject({}), (_, id) => find(id)),
    endpoint('POST', `${path}/:id/advance`, 'test-clock-advance', advanceSchema, (given, id) => {
      const clock = find(id);
      const until = given.frozen_time;
      if (until <= clock.frozen_time || until > clock.frozen_time + 2 * YEAR_SECONDS) {
        throw invalid(
          'frozen_time',
          'A test clock can only be advanced to a later time, and by no more than two years.',
        );
      }
      const advancing: TestClock = { ...clock, status: 'advancing' };
      emit(world, 'test_helpers.test_clock.advancing', advancing);
      world.timeline.advance(id, until * 1000, (at) =>
        clocks.put({
          ...clock,
          frozen_time: Math.max(find(id).frozen_time, Math.floor(at / 1000)),
        }),
      );
      emit(world, 'test_helpers.test_clock.ready', find(id));
      // The real one answers before it is done; here whoever asks next finds it ready.
      return advancing;
    }),
    endpoint('DELETE', `${path}/:id`, 'test-clock-delete', z.strictObject({}), (_, id) => {
      const clock = find(id);
      for (const customer of customers.all().filter((each) => each.test_clock === id)) {
        for (const subscription of subscriptions.in(customer.id)) {
          if (!isOver(subscription)) cancelNow(world, subscription, {});
        }
        customers.put({ ...customer, deleted: true });
      }
      emit(world, 'test_helpers.test_clock.deleted', clock);
      clocks.remove(id);
      return { id, object: 'test_helpers.test_clock', deleted: true };
    }),
  ];
}
