import type { PaidPlanId } from '@pontual/contract/billing/billing.ts';
import type { Database } from '../platform/database/database.ts';
import { AppError } from '../platform/http/app-error.ts';
import type { Log } from '../platform/log/log.ts';
import { createProviderCall } from './provider-call.ts';
import { createBillingCustomers } from './customers.ts';
import { createBillingRepository } from './billing.repository.ts';
import { isAttempt } from './billing.rules.ts';
import type { BillingSync } from './sync/sync.ts';
import type { Payments } from './payments/payments.ts';

const REFUND_UNDER_WAY =
  'Sua desistência ainda está sendo processada. Assine de novo quando ela terminar.';

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

  /** @throws AppError SUBSCRIPTION_ACTIVE or PAYMENTS_UNAVAILABLE */
  return async function checkout(workspaceId: string, plan: PaidPlanId): Promise<{ url: string }> {
    const url = await callProvider(undefined, async () => {
      const customer = await billingCustomers.getSynced(workspaceId);
      const { subscription_status: state } = await repository.view(workspaceId);
      if (state === 'active' || state === 'past_due') throw new AppError('SUBSCRIPTION_ACTIVE');
      const before = await repository.subscription(workspaceId);
      if (before?.refund_requested_at != null && before.refunded_at === null) {
        throw new AppError('SUBSCRIPTION_ACTIVE', { message: REFUND_UNDER_WAY });
      }
      return payments.checkout({
        customer,
        workspaceId,
        plan,
        withTrial: before === undefined || isAttempt(before.status),
        successUrl: `${publicUrl}/dashboard?success=true&session_id={CHECKOUT_SESSION_ID}`,
        cancelUrl: `${publicUrl}/plans`,
      });
    });
    return { url };
  };
}
