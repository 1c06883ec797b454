import { z } from 'zod';
import { createInvalidParamError, createNotFoundError } from '../api/api-error.ts';
import { defineEndpoint, type Endpoint } from '../api/endpoint.ts';
import { releaseSchedule } from '../billing/schedules.ts';
import type { Schedule } from '../objects.ts';
import type { PaymentsContext } from '../context.ts';

/** Endpoints `/v1/subscription_schedules`, which only the portal creates. */
export function scheduleEndpoints(context: PaymentsContext): Endpoint[] {
  const { schedules, subscriptions } = context.records;
  const path = '/v1/subscription_schedules';
  const find = (id: string): Schedule => {
    const schedule = schedules.get(id);
    if (!schedule) throw createNotFoundError('subscription schedule', id, 'schedule');
    return schedule;
  };
  return [
    defineEndpoint('GET', `${path}/:id`, 'schedule-retrieve', z.strictObject({}), (_, id) =>
      find(id),
    ),
    defineEndpoint(
      'POST',
      `${path}/:id/release`,
      'schedule-release',
      z.strictObject({}),
      (_, id) => {
        const { status, subscription: of } = find(id);
        const subscription = subscriptions.get(of ?? '');
        if (status !== 'active' || !subscription) {
          throw createInvalidParamError(
            'schedule',
            `You cannot release a subscription schedule that is currently in the \`${status}\` status.`,
          );
        }
        releaseSchedule(context, subscription);
        return find(id);
      },
    ),
  ];
}
