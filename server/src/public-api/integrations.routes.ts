import {
  createApiToken,
  listApiTokens,
  revokeApiToken,
} from '@pontual/contract/public-api/api-tokens.ts';
import {
  createWebhook,
  listDeliveries,
  listWebhooks,
  removeWebhook,
  renewWebhookSecret,
  testWebhook,
  updateWebhook,
} from '@pontual/contract/public-api/webhooks.ts';
import type { Throttle } from '../platform/http/throttle.ts';
import { serve, type ApiRouter } from '../platform/http/serve.ts';
import type { DeliveryList } from './webhooks/delivery-list.service.ts';
import type { ApiTokens } from './tokens/api-tokens.service.ts';
import type { Webhooks } from './webhooks/webhooks.service.ts';

export function registerIntegrationsRoutes(
  router: ApiRouter,
  deps: {
    apiTokens: ApiTokens;
    webhooks: Webhooks;
    deliveryList: DeliveryList;
    throttle: Throttle;
  },
): void {
  const { apiTokens, webhooks, deliveryList, throttle } = deps;

  serve(router, listApiTokens, async (_request, { userId }) => ({
    tokens: await apiTokens.all(userId),
  }));

  serve(router, createApiToken, ({ body }, caller, { request }) => {
    // Throttled, because an attacker at an open session could guess the password here.
    const by = { what: 'prove-password', account: caller.userId, address: request.ip } as const;
    return throttle.attempt(by, () => apiTokens.create(caller, body));
  });

  serve(router, revokeApiToken, async ({ params }, { userId }) => {
    await apiTokens.revoke(userId, params.id);
    return null;
  });

  serve(router, listWebhooks, async (_request, caller) => ({
    webhooks: await webhooks.all(caller),
  }));

  serve(router, createWebhook, ({ body }, caller) => webhooks.create(caller, body));

  serve(router, updateWebhook, async ({ params, body }, caller) => ({
    webhook: await webhooks.update(caller, params.id, body),
  }));

  serve(router, renewWebhookSecret, ({ params }, caller) =>
    webhooks.renewSecret(caller, params.id),
  );

  serve(router, testWebhook, ({ params }, caller, { request }) => {
    // Throttled, because each test makes the server call an address that the user chose.
    const by = { what: 'test-webhook', account: caller.userId, address: request.ip } as const;
    return throttle.attempt(by, async () => ({
      delivery: await deliveryList.test(caller, params.id),
    }));
  });

  serve(router, removeWebhook, async ({ params }, caller) => {
    await webhooks.remove(caller, params.id);
    return null;
  });

  serve(router, listDeliveries, async ({ params }, caller) => ({
    deliveries: await deliveryList.all(caller, params.id),
  }));
}
