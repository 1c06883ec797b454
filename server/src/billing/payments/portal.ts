import { createHash } from 'node:crypto';
import type { PaidPlanId } from '@pontual/contract/billing/billing.ts';
import type Stripe from 'stripe';
import { lookupKeys } from '../billing.rules.ts';
import { idOf, isMissingResource, PAGE_SIZE, planOf, type StripeClient } from './stripe-client.ts';

const CONFIGURATION_HASH_KEY = 'pontual_portal';

type Features = Stripe.BillingPortal.ConfigurationCreateParams.Features;

/**
 * As our pages describe it: a larger plan begins and is charged immediately, a smaller one with the next
 * period, a trial continues, and a cancelled subscription lasts until its period ends.
 */
const featuresOf = (prices: readonly Stripe.Price[]): Features => ({
  customer_update: { enabled: true, allowed_updates: ['name', 'address', 'tax_id'] },
  invoice_history: { enabled: true },
  payment_method_update: { enabled: true },
  subscription_cancel: {
    enabled: true,
    mode: 'at_period_end',
    proration_behavior: 'none',
    cancellation_reason: {
      enabled: true,
      options: ['too_expensive', 'missing_features', 'unused', 'switched_service', 'other'],
    },
  },
  subscription_update: {
    enabled: true,
    default_allowed_updates: ['price'],
    proration_behavior: 'always_invoice',
    products: prices.map(({ id, product }) => ({ product: idOf(product), prices: [id] })),
    schedule_at_period_end: { conditions: [{ type: 'decreasing_item_amount' }] },
    trial_update_behavior: 'continue_trial',
  },
});

type Schedule = Pick<Stripe.SubscriptionSchedule, 'status'> & {
  current_phase: Pick<Stripe.SubscriptionSchedule.CurrentPhase, 'end_date'> | null;
};

function nextPhaseOf<P extends { start_date: number }>({
  status,
  current_phase: current,
  phases,
}: Schedule & { phases: readonly P[] }): P | undefined {
  return status !== 'active' || current === null
    ? undefined
    : phases.find(({ start_date: start }) => start >= current.end_date);
}

export const hasNextPhase = (schedule: Schedule & { phases: readonly { start_date: number }[] }) =>
  nextPhaseOf(schedule) !== undefined;

export function createPaymentPortal(client: StripeClient) {
  let configurationId: Promise<string> | undefined;

  async function prepare(): Promise<string> {
    const stripe = await client();
    const lookups = Object.values(lookupKeys);
    const { data: prices } = await stripe.prices.list({ lookup_keys: lookups, active: true });
    if (prices.length < lookups.length) throw new Error('Stripe has not the prices of both plans');
    const sortedPrices = prices.toSorted((a, b) => a.id.localeCompare(b.id));
    const features = featuresOf(sortedPrices);
    const featuresHash = createHash('sha256')
      .update(JSON.stringify(features))
      .digest('hex')
      .slice(0, 32);
    const { data } = await stripe.billingPortal.configurations.list({
      active: true,
      limit: PAGE_SIZE,
    });
    const existing = data.find(({ metadata }) => metadata?.[CONFIGURATION_HASH_KEY] !== undefined);
    if (existing?.metadata?.[CONFIGURATION_HASH_KEY] === featuresHash) return existing.id;
    const configuration = { features, metadata: { [CONFIGURATION_HASH_KEY]: featuresHash } };
    const saved =
      existing === undefined
        ? await stripe.billingPortal.configurations.create(configuration, {
            // Several processes may start at the same time.
            idempotencyKey: `portal-${featuresHash}`,
          })
        : await stripe.billingPortal.configurations.update(existing.id, configuration);
    return saved.id;
  }

  /** The next call retries a failed setup. */
  function resetConfiguration(error: unknown): never {
    configurationId = undefined;
    throw error;
  }

  async function open(customer: string, returnUrl: string): Promise<string> {
    const stripe = await client();
    configurationId ??= prepare();
    const session = await stripe.billingPortal.sessions.create({
      configuration: await configurationId.catch(resetConfiguration),
      customer,
      return_url: returnUrl,
      locale: 'pt-BR',
    });
    return session.url;
  }

  return {
    /** Throws while Stripe is unavailable. The call is idempotent. */
    async preparePortal(): Promise<void> {
      configurationId = prepare();
      await configurationId.catch(resetConfiguration);
    },

    async portal(customer: string, returnUrl: string): Promise<string> {
      try {
        return await open(customer, returnUrl);
      } catch (error) {
        if (!isMissingResource(error)) throw error;
        // The configuration may belong to another Stripe account, or may have been deleted.
        configurationId = undefined;
        return open(customer, returnUrl);
      }
    },

    /** Returns null when the next plan is not one of ours. */
    async nextPlanOf(schedule: string): Promise<PaidPlanId | null> {
      const stripe = await client();
      const expand = ['phases.items.price'];
      const set = await stripe.subscriptionSchedules.retrieve(schedule, { expand });
      const price = nextPhaseOf(set)?.items[0]?.price;
      return typeof price !== 'object' || 'deleted' in price ? null : (planOf(price) ?? null);
    },

    /** With a schedule Stripe refuses `cancel_at_period_end`. */
    async releaseSchedule(subscription: string): Promise<void> {
      const stripe = await client();
      const { schedule } = await stripe.subscriptions.retrieve(subscription);
      if (schedule !== null) await stripe.subscriptionSchedules.release(idOf(schedule));
    },
  };
}
