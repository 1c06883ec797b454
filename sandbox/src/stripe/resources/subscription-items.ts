import { z } from 'zod';
import { createNotFoundError, createMissingReferenceError } from '../api/api-error.ts';
import { defineEndpoint, type Endpoint } from '../api/endpoint.ts';
import { text } from '../api/form.ts';
import { LIST_PARAMS, paginate } from '../api/lists.ts';
import type { PaymentsContext } from '../context.ts';

const listSchema = z.strictObject({ ...LIST_PARAMS, subscription: text });

/** Endpoints `/v1/subscription_items`. */
export function subscriptionItemEndpoints({ records }: PaymentsContext): Endpoint[] {
  const { subscriptions } = records;
  const path = '/v1/subscription_items';
  return [
    defineEndpoint('GET', path, 'subscription-item-list', listSchema, (query) => {
      const subscription = subscriptions.get(query.subscription);
      if (!subscription)
        throw createMissingReferenceError('subscription', query.subscription, 'subscription');
      return paginate(path, subscription.items.data, query);
    }),
    defineEndpoint(
      'GET',
      `${path}/:id`,
      'subscription-item-retrieve',
      z.strictObject({}),
      (_, id) => {
        const items = subscriptions.all().flatMap(({ items }) => items.data);
        const item = items.find((each) => each.id === id);
        if (!item) throw createNotFoundError('subscription item', id);
        return item;
      },
    ),
  ];
}
