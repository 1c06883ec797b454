import * as billing from '@pontual/contract/billing.ts';
import type { FastifyInstance } from 'fastify';
import { serve, type Serving } from '../http/serve.ts';
import type { BillingService } from './billing.service.ts';
import type { BillingWebhook } from './billing.webhook.ts';

/** Its largest events are some kilobytes. */
const MAX_EVENT_BYTES = 256 * 1024;

export function registerBillingRoutes(
  serving: Serving,
  { billing: service, billingWebhook }: { billing: BillingService; billingWebhook: BillingWebhook },
): void {
  serve(serving, billing.listPlans, async () => ({ plans: billing.planCatalogue }));
  serve(serving, billing.subscriptionStatus, (_request, caller) => service.status(caller));
  serve(serving, billing.refreshSubscription, (_request, caller) => service.refresh(caller));
  serve(serving, billing.startCheckout, ({ body }, caller) => service.checkout(caller, body.plan));
  serve(serving, billing.openPortal, (_request, caller) => service.portal(caller));
  serve(serving, billing.cancelSubscription, (_request, caller) => service.cancel(caller));
  serve(serving, billing.refundSubscription, (_request, caller) => service.refund(caller));
  void serving.app.register(async (scope) => receiveEvents(scope, billingWebhook));
}

/** In a scope of its own: a signature is of the bytes as they came. */
function receiveEvents(scope: FastifyInstance, webhook: BillingWebhook): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(
    '*',
    { parseAs: 'buffer', bodyLimit: MAX_EVENT_BYTES },
    (_request, body, done) => done(null, body),
  );
  scope.post('/webhooks/stripe', { schema: { hide: true } }, async ({ body, headers }) => {
    const signature = headers['stripe-signature'];
    const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
    await webhook.receive(bytes, typeof signature === 'string' ? signature : '');
    return { received: true };
  });
}
