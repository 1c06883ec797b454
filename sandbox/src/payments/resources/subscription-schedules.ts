import { z } from 'zod';
import { invalid, missing } from '../api/api-error.ts';
import { endpoint, type Endpoint } from '../api/endpoint.ts';
import { text } from '../api/form.ts';
import { LISTING, paged } from '../api/lists.ts';
import { releaseScheduleOf } from '../billing/schedules.ts';
import type { Schedule } from '../objects.ts';
import type { PaymentsWorld } from '../world.ts';

const listSchema = z.strictObject({ ...LISTING, customer: text.optional() });

/** `/v1/subscription_schedules`, which only the portal makes here. */
export function scheduleEndpoints(world: PaymentsWorld): Endpoint[] {
  const { schedules, subscriptions } = world.records;
  const path = '/v1/subscription_schedules';
  const find = (id: string): Schedule => {
    const schedule = schedules.get(id);
    if (!schedule) throw missing('subscription schedule', id, 'schedule');
    return schedule;
  };
  return [
    endpoint('GET', path, 'schedule-list', listSchema, (asked) => {
      const { customer } = asked;
      const all = customer === undefined ? schedules.all() : schedules.in(customer);
      return paged(path, all.toReversed(), asked);
    }),
    endpoint('GET', `${path}/:id`, 'schedule-retrieve', z.strictObject({}), (_, id) => find(id)),
    endpoint('POST', `${path}/:id/release`, 'schedule-release', z.strictObject({}), (_, id) => {
      const { status, subscription: of } = find(id);
      const subscription = subscriptions.get(of ?? '');
      if (status !== 'active' || !subscription) {
        throw invalid(
          'schedule',
          `You cannot release a subscription schedule that is currently in the \`${status}\` status.`,
        );
      }
      releaseScheduleOf(world, subscription);
      return find(id);
    }),
  ];
}
