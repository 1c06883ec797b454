import { z } from 'zod';
import { missing, missingParam } from '../api/api-error.ts';
import { endpoint, type Endpoint } from '../api/endpoint.ts';
import { text } from '../api/form.ts';
import { LISTING, paged } from '../api/lists.ts';
import type { PaymentsWorld } from '../world.ts';

const listSchema = z.strictObject({ ...LISTING, subscription: text });

/** `/v1/subscription_items` */
export function subscriptionItemEndpoints({ records }: PaymentsWorld): Endpoint[] {
  const { subscriptions } = records;
  const path = '/v1/subscription_items';
  return [
    endpoint('GET', path, 'subscription-item-list', listSchema, (asked) => {
      const subscription = subscriptions.get(asked.subscription);
      if (!subscription) throw missingParam('subscription', asked.subscription, 'subscription');
      return paged(path, subscription.items.data, asked);
    }),
    endpoint('GET', `${path}/:id`, 'subscription-item-retrieve', z.strictObject({}), (_, id) => {
      const items = subscriptions.all().flatMap(({ items }) => items.data);
      const item = items.find((each) => each.id === id);
      if (!item) throw missing('subscription item', id);
      return item;
    }),
  ];
}
