import * as billing from '@pontual/contract/billing/billing.ts';
import { planCatalogue } from '@pontual/contract/billing/plans.ts';
import type { FastifyInstance } from 'fastify';
import type { ThrottledAttempt, Throttle } from '../platform/http/throttle.ts';
import { serve, type ApiRouter } from '../platform/http/serve.ts';
import type { BillingService } from './billing.service.ts';
import type { BillingWebhook } from './sync/webhook.ts';

/** Stripe's largest events have a few kilobytes. */
const MAX_EVENT_BYTES = 256 * 1024;

export function registerBillingRoutes(
  serving: ApiRouter,
  deps: { billing: BillingService; billingWebhook: BillingWebhook; throttle: Throttle },
): void {
  const { billing: service, billingWebhook, throttle } = deps;
  const withThrottle = <T>(
    what: ThrottledAttempt['what'],
    { userId }: { userId: string },
    act: () => Promise<T>,
  ) => throttle.attempt({ what, account: userId, address: '' }, act);
  serve(serving, billing.listPlans, async () => ({ plans: planCatalogue }));
  serve(serving, billing.subscriptionStatus, (_request, caller) => service.status(caller));
  serve(serving, billing.refreshSubscription, ({ query }, caller) =>
    withThrottle('refresh', caller, () => service.refresh(caller, query.checkout)),
  );
  serve(serving, billing.startCheckout, ({ body }, caller) =>
    withThrottle('checkout', caller, () => service.checkout(caller, body.plan)),
  );
  serve(serving, billing.openPortal, (_request, caller) =>
    withThrottle('portal', caller, () => service.portal(caller)),
  );
  serve(serving, billing.cancelSubscription, (_request, caller) => service.cancel(caller));
  serve(serving, billing.refundSubscription, (_request, caller) => service.refund(caller));
  void serving.app.register(async (scope) => receiveEvents(scope, billingWebhook));
}

/** The signature covers the raw bytes. */
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
