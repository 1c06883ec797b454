import { createToken, listTokens, revokeToken } from '@pontual/contract/tokens.ts';
import {
  createWebhook,
  listDeliveries,
  listWebhooks,
  removeWebhook,
  renewWebhookSecret,
  testWebhook,
  updateWebhook,
} from '@pontual/contract/webhooks.ts';
import type { Throttle } from '../auth/throttle.ts';
import { serve, type Serving } from '../http/serve.ts';
import type { DeliveryList } from './deliveries.service.ts';
import type { Tokens } from './tokens.service.ts';
import type { Webhooks } from './webhooks.service.ts';

export function registerProgramsRoutes(
  serving: Serving,
  deps: { tokens: Tokens; webhooks: Webhooks; deliveryList: DeliveryList; throttle: Throttle },
): void {
  const { tokens, webhooks, deliveryList, throttle } = deps;

  serve(serving, listTokens, async (_request, { userId }) => ({
    tokens: await tokens.all(userId),
  }));

  serve(serving, createToken, ({ body }, caller, { request }) => {
    // Whoever sits at somebody's open session may not guess their password here either.
    const by = { what: 'prove-password', account: caller.userId, address: request.ip } as const;
    return throttle.attempt(by, () => tokens.create(caller, body));
  });

  serve(serving, revokeToken, async ({ params }, { userId }) => {
    await tokens.revoke(userId, params.id);
    return null;
  });

  serve(serving, listWebhooks, async (_request, caller) => ({
    webhooks: await webhooks.all(caller),
  }));

  serve(serving, createWebhook, ({ body }, caller) => webhooks.create(caller, body));

  serve(serving, updateWebhook, async ({ params, body }, caller) => ({
    webhook: await webhooks.update(caller, params.id, body),
  }));

  serve(serving, renewWebhookSecret, ({ params }, caller) =>
    webhooks.renewSecret(caller, params.id),
  );

  serve(serving, testWebhook, ({ params }, caller, { request }) => {
    // Each is a call of ours to an address of theirs.
    const by = { what: 'test-webhook', account: caller.userId, address: request.ip } as const;
    return throttle.attempt(by, async () => ({
      delivery: await deliveryList.test(caller, params.id),
    }));
  });

  serve(serving, removeWebhook, async ({ params }, caller) => {
    await webhooks.remove(caller, params.id);
    return null;
  });

  serve(serving, listDeliveries, async ({ params }, caller) => ({
    deliveries: await deliveryList.all(caller, params.id),
  }));
}
