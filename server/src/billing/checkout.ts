import { LRUCache } from 'lru-cache';
import type { PaidPlanId } from '@pontual/contract/billing/billing.ts';
import type { Database } from '../platform/database/database.ts';
import { AppError } from '../platform/http/app-error.ts';
import { createKeyedSemaphore } from '../platform/semaphore.ts';
import type { Log } from '../platform/log/log.ts';
import { createProviderCall } from './provider-call.ts';
import { createBillingCustomers } from './customers.ts';
import { createBillingRepository } from './billing.repository.ts';
import { isAttempt } from './billing.rules.ts';
import type { BillingSync } from './sync/sync.ts';
import type { CheckoutPage } from './payments/checkout.ts';
import type { Payments } from './payments/payments.ts';

const REFUND_UNDER_WAY =
  'Sua desistência ainda está sendo processada. Assine de novo quando ela terminar.';

const SAME_CLICK_MS = 60_000;

export function createBillingCheckout(deps: {
  database: Database;
  payments: Payments;
  billingSync: BillingSync;
  publicUrl: string;
  log: Log;
}) {
  const { database, payments, publicUrl, log } = deps;
  const repository = createBillingRepository(database.db);
  const billingCustomers = createBillingCustomers(deps);
  const callProvider = createProviderCall(log);

  const turns = createKeyedSemaphore(1);
  /** A second click gets the page of the first: a new page would expire the one that is being opened. */
  const recentPages = new LRUCache<string, CheckoutPage>({ max: 1000, ttl: SAME_CLICK_MS });

  /** @throws AppError SUBSCRIPTION_ACTIVE or PAYMENTS_UNAVAILABLE */
  return async function checkout(workspaceId: string, plan: PaidPlanId): Promise<{ url: string }> {
    await turns.acquire(workspaceId, () => false);
    try {
      return await openPage(workspaceId, plan);
    } finally {
      turns.release(workspaceId);
    }
  };

  async function openPage(workspaceId: string, plan: PaidPlanId): Promise<{ url: string }> {
    const url = await callProvider(undefined, async () => {
      const customer = await billingCustomers.getSynced(workspaceId);
      const { subscription_status: state } = await repository.view(workspaceId);
      if (state === 'active' || state === 'past_due') throw new AppError('SUBSCRIPTION_ACTIVE');
      const before = await repository.subscription(workspaceId);
      if (before?.refund_requested_at != null && before.refunded_at === null) {
        throw new AppError('SUBSCRIPTION_ACTIVE', { message: REFUND_UNDER_WAY });
      }
      const withTrial = before === undefined || isAttempt(before.status);
      const key = `${customer} ${plan} ${withTrial}`;
      const recent = recentPages.get(key);
      if (recent !== undefined && (await payments.isCheckoutOpen(recent.id))) return recent.url;
      const page = await payments.checkout({
        customer,
        workspaceId,
        plan,
        withTrial,
        successUrl: `${publicUrl}/dashboard?success=true&session_id={CHECKOUT_SESSION_ID}`,
        cancelUrl: `${publicUrl}/plans`,
      });
      recentPages.set(key, page);
      return page.url;
    });
    return { url };
  }
}
