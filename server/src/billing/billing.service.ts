import type {
  PaidPlanId,
  Purchase,
  SubscriptionStatus,
} from '@pontual/contract/billing/billing.ts';
import type { AuthenticatedSession } from '../platform/http/authentication.ts';
import type { Database } from '../platform/database/database.ts';
import { AppError } from '../platform/http/app-error.ts';
import type { Log } from '../platform/log/log.ts';
import { createProviderCall } from './provider-call.ts';
import { createBillingCheckout } from './checkout.ts';
import { createBillingPurchases } from './purchases.ts';
import { presentSubscription } from './billing.presenter.ts';
import type { BillingRefunds } from './refunds/refunds.ts';
import { createBillingRepository } from './billing.repository.ts';
import { isAttempt, refundDays } from './billing.rules.ts';
import type { BillingSync } from './sync/sync.ts';
import type { Payments } from './payments/payments.ts';

const PORTAL_FAILED = 'Erro ao abrir portal de cobrança.';
const REFRESH_FAILED =
  'Não foi possível consultar sua assinatura agora. Tente de novo em instantes.';
const CANCEL_FAILED = 'Não foi possível cancelar agora e nada mudou. Tente de novo em instantes.';

type Caller = Pick<AuthenticatedSession, 'workspaceId'>;

export type BillingService = ReturnType<typeof createBillingService>;

export function createBillingService(deps: {
  database: Database;
  payments: Payments;
  billingSync: BillingSync;
  billingRefunds: Pick<BillingRefunds, 'requestRefund'>;
  publicUrl: string;
  log: Log;
}) {
  const { database, payments, billingSync, publicUrl, log } = deps;
  const repository = createBillingRepository(database.db);
  const callProvider = createProviderCall(log);
  const checkout = createBillingCheckout(deps);
  const billingPurchases = createBillingPurchases(deps);

  async function establishedSubscription(workspaceId: string) {
    const row = await repository.subscription(workspaceId);
    return row === undefined || isAttempt(row.status) ? undefined : row;
  }

  async function status({ workspaceId }: Caller): Promise<SubscriptionStatus> {
    const view = await repository.view(workspaceId);
    const row = await establishedSubscription(workspaceId);
    return {
      user: { plan: view.plan, subscriptionStatus: view.subscription_status },
      subscription: row === undefined ? null : presentSubscription(row, view.now),
      refundDays: refundDays(view.guarantee_used_at !== null),
    };
  }

  async function subscriber(workspaceId: string) {
    const { customer_id: customer } = await repository.view(workspaceId);
    const subscription = await establishedSubscription(workspaceId);
    if (customer === null || subscription === undefined) throw new AppError('NO_SUBSCRIPTION');
    return { customer, subscription };
  }

  return {
    status,

    /** `purchase` is that of the checkout. @throws AppError PAYMENTS_UNAVAILABLE */
    async refresh(
      caller: Caller,
      checkout?: string,
    ): Promise<SubscriptionStatus & { purchase: Purchase | null }> {
      const { workspaceId } = caller;
      const { customer_id: customer } = await repository.view(workspaceId);
      if (customer === null) return { ...(await status(caller)), purchase: null };
      const purchase = await callProvider(REFRESH_FAILED, async () => {
        await billingSync.sync(customer);
        return checkout === undefined
          ? null
          : billingPurchases.recordPurchase({ workspaceId, customer, checkout });
      });
      return { ...(await status(caller)), purchase };
    },

    /** @throws AppError SUBSCRIPTION_ACTIVE or PAYMENTS_UNAVAILABLE */
    checkout: ({ workspaceId }: Caller, plan: PaidPlanId) => checkout(workspaceId, plan),

    /** @throws AppError NO_SUBSCRIPTION or PAYMENTS_UNAVAILABLE */
    async portal({ workspaceId }: Caller): Promise<{ url: string }> {
      const { customer } = await subscriber(workspaceId);
      return {
        url: await callProvider(PORTAL_FAILED, () =>
          payments.portal(customer, `${publicUrl}/plans`),
        ),
      };
    },

    /** @throws AppError NO_SUBSCRIPTION or PAYMENTS_UNAVAILABLE */
    async cancel(caller: Caller): Promise<SubscriptionStatus> {
      const { customer, subscription } = await subscriber(caller.workspaceId);
      const { plan } = await repository.view(caller.workspaceId);
      if (plan === 'free') throw new AppError('NO_SUBSCRIPTION');
      await callProvider(CANCEL_FAILED, async () => {
        await payments.cancelAtPeriodEnd(subscription.subscription_id);
        await billingSync.sync(customer);
      });
      return status(caller);
    },

    /** @throws AppError NO_SUBSCRIPTION, REFUND_UNAVAILABLE or PAYMENTS_UNAVAILABLE */
    async refund(caller: Caller): Promise<SubscriptionStatus> {
      const { workspaceId } = caller;
      const { customer } = await subscriber(workspaceId);
      await callProvider(CANCEL_FAILED, () =>
        deps.billingRefunds.requestRefund(workspaceId, customer),
      );
      return status(caller);
    },
  };
}
