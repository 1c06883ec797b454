import type { PaidPlanId, SubscriptionStatus } from '@pontual/contract/billing.ts';
import type { AuthenticatedSession } from '../auth/auth.service.ts';
import type { Database } from '../database/database.ts';
import { AppError } from '../http/app-error.ts';
import type { Log } from '../log.ts';
import { createBillingCustomers } from './billing.customers.ts';
import { presentSubscription } from './billing.presenter.ts';
import type { BillingRefunds } from './billing.refunds.ts';
import { createBillingRepository } from './billing.repository.ts';
import { meaningOf } from './billing.rules.ts';
import type { BillingSync } from './billing.sync.ts';
import type { Payments } from './payments.ts';

const PORTAL_FAILED = 'Erro ao abrir portal de cobrança.';
const REFRESH_FAILED =
  'Não foi possível consultar sua assinatura agora. Tente de novo em instantes.';
const CANCEL_FAILED = 'Não foi possível cancelar agora e nada mudou. Tente de novo em instantes.';
const REFUND_UNDER_WAY =
  'Sua desistência ainda está sendo processada. Assine de novo quando ela terminar.';

type Caller = Pick<AuthenticatedSession, 'workspaceId'>;

export type BillingService = ReturnType<typeof createBillingService>;

/** What owners see and do of their subscription. */
export function createBillingService(deps: {
  database: Database;
  payments: Payments;
  billingSync: BillingSync;
  billingRefunds: Pick<BillingRefunds, 'ask'>;
  publicUrl: string;
  log: Log;
}) {
  const { database, payments, billingSync, publicUrl, log } = deps;
  const repository = createBillingRepository(database.db);
  const billingCustomers = createBillingCustomers(deps);

  /** @throws AppError PAYMENTS_UNAVAILABLE when the card provider does not answer as it should. */
  async function asking<T>(message: string | undefined, ask: () => Promise<T>): Promise<T> {
    try {
      return await ask();
    } catch (error) {
      if (error instanceof AppError) throw error;
      log.error({ error }, 'the card provider did not do what was asked');
      throw new AppError('PAYMENTS_UNAVAILABLE', message === undefined ? {} : { message });
    }
  }

  async function status({ workspaceId }: Caller): Promise<SubscriptionStatus> {
    const view = await repository.view(workspaceId);
    const row = await repository.subscription(workspaceId);
    return {
      user: { plan: view.plan, subscriptionStatus: view.subscription_status },
      subscription: row === undefined ? null : presentSubscription(row, view.now),
    };
  }

  /** A customer who has a subscription, ended or not. */
  async function subscriber(workspaceId: string) {
    const { customer_id: customer } = await repository.view(workspaceId);
    const subscription = await repository.subscription(workspaceId);
    if (customer === null || subscription === undefined) throw new AppError('NO_SUBSCRIPTION');
    return { customer, subscription };
  }

  return {
    status,

    /** @throws AppError PAYMENTS_UNAVAILABLE */
    async refresh(caller: Caller): Promise<SubscriptionStatus> {
      const { customer_id: customer } = await repository.view(caller.workspaceId);
      if (customer !== null) await asking(REFRESH_FAILED, () => billingSync.sync(customer));
      return status(caller);
    },

    /** @throws AppError SUBSCRIPTION_ACTIVE or PAYMENTS_UNAVAILABLE */
    async checkout({ workspaceId }: Caller, plan: PaidPlanId): Promise<{ url: string }> {
      const url = await asking(undefined, async () => {
        const customer = await billingCustomers.fresh(workspaceId);
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
          withTrial: before === undefined || meaningOf(before.status)?.workspace === 'none',
          successUrl: `${publicUrl}/dashboard?success=true&session_id={CHECKOUT_SESSION_ID}`,
          cancelUrl: `${publicUrl}/plans`,
        });
      });
      return { url };
    },

    /** @throws AppError NO_SUBSCRIPTION or PAYMENTS_UNAVAILABLE */
    async portal({ workspaceId }: Caller): Promise<{ url: string }> {
      const { customer } = await subscriber(workspaceId);
      return {
        url: await asking(PORTAL_FAILED, () => payments.portal(customer, `${publicUrl}/plans`)),
      };
    },

    /** @throws AppError NO_SUBSCRIPTION or PAYMENTS_UNAVAILABLE */
    async cancel(caller: Caller): Promise<SubscriptionStatus> {
      const { customer, subscription } = await subscriber(caller.workspaceId);
      const { plan } = await repository.view(caller.workspaceId);
      if (plan === 'free') throw new AppError('NO_SUBSCRIPTION');
      await asking(CANCEL_FAILED, async () => {
        await payments.cancelAtPeriodEnd(subscription.subscription_id);
        await billingSync.sync(customer);
      });
      return status(caller);
    },

    /** @throws AppError NO_SUBSCRIPTION, REFUND_UNAVAILABLE or PAYMENTS_UNAVAILABLE */
    async refund(caller: Caller): Promise<SubscriptionStatus> {
      const { workspaceId } = caller;
      const { customer } = await subscriber(workspaceId);
      await asking(CANCEL_FAILED, () => deps.billingRefunds.ask(workspaceId, customer));
      return status(caller);
    },
  };
}
