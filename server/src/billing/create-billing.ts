import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/database.ts';
import { NONE, type Env } from '../platform/env.ts';
import type { Jobs } from '../platform/jobs/jobs.ts';
import type { Log } from '../platform/log/log.ts';
import type { Metrics } from '../platform/metrics.ts';
import type { WakeUps } from '../platform/wake-ups.ts';
import { createBillingEmailSync } from './sync/email-sync.ts';
import { createBillingReconciliation } from './sync/reconciliation.ts';
import { createBillingRefunds } from './refunds/refunds.ts';
import { createBillingService } from './billing.service.ts';
import { createBillingSync } from './sync/sync.ts';
import { createBillingTrials } from './trials.ts';
import { createPaymentIssueNotifier } from './payment-issues.ts';
import { createBillingWebhook } from './sync/webhook.ts';
import type { StripeEnv } from './payments/stripe-client.ts';
import type { Payments } from './payments/payments.ts';

export type BillingEnv = Pick<Env, 'STRIPE_WEBHOOK_SECRET' | 'SUPPORT_EMAIL'> & StripeEnv;

export function createBilling(deps: {
  env: BillingEnv;
  payments: Payments;
  database: Database;
  jobs: Jobs;
  wakeUps: WakeUps;
  publicUrl: string;
  clock: Clock;
  metrics: Metrics;
  log: Log;
}) {
  const { env } = deps;
  const billingTrials = createBillingTrials(deps);
  const shared = { ...deps, billingTrials };
  const billingSync = createBillingSync(shared);
  const billingRefunds = createBillingRefunds({ ...shared, billingSync });
  return {
    billing: createBillingService({ ...shared, billingSync, billingRefunds }),
    // Without a Stripe key there is no account in which the portal can be set up.
    preparePortal: async () => {
      if (env.STRIPE_SECRET_KEY !== NONE) await deps.payments.preparePortal();
    },
    billingSync,
    billingEmailSync: createBillingEmailSync(deps),
    billingRefunds,
    billingTrials,
    paymentIssueNotifier: createPaymentIssueNotifier({
      ...shared,
      supportEmail: env.SUPPORT_EMAIL,
    }),
    billingReconciliation: createBillingReconciliation(shared),
    billingWebhook: createBillingWebhook({ ...shared, secret: env.STRIPE_WEBHOOK_SECRET }),
  };
}
