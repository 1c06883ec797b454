import type { UserEmails } from '../account/user-emails.ts';
import type { Clock } from '../clock.ts';
import type { Database, Tx } from '../database/database.ts';
import { NONE, type Env } from '../env.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Log } from '../log.ts';
import type { EmailContent } from '../mail/email-template.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { WakeUps } from '../wake-ups.ts';
import { createBillingEmailSync } from './billing.email-sync.ts';
import { createBillingReconciliation } from './billing.reconciliation.ts';
import { createBillingRefunds } from './billing.refunds.ts';
import { createBillingService } from './billing.service.ts';
import { createBillingSync } from './billing.sync.ts';
import { createBillingTrials } from './billing.trials.ts';
import { createPaymentIssueNotifier } from './billing.payment-issues.ts';
import { createBillingWebhook } from './billing.webhook.ts';
import type { StripeEnv } from './stripe.client.ts';
import type { Payments } from './payments.ts';

export type BillingEnv = Pick<Env, 'STRIPE_WEBHOOK_SECRET' | 'SUPPORT_EMAIL'> & StripeEnv;

/** Plans that are paid for, and what the card provider tells of them. */
export function createBilling(deps: {
  env: BillingEnv;
  payments: Payments;
  database: Database;
  jobs: Jobs;
  wakeUps: WakeUps;
  userEmails: UserEmails;
  publicUrl: string;
  clock: Clock;
  metrics: Metrics;
  log: Log;
}) {
  const { env, userEmails } = deps;
  const write = (tx: Tx, to: string, letter: EmailContent) =>
    userEmails.enqueue(tx, to, { kind: 'letter', letter });
  const billingTrials = createBillingTrials({ ...deps, write });
  const shared = { ...deps, write, billingTrials };
  const billingSync = createBillingSync(shared);
  const billingRefunds = createBillingRefunds({ ...shared, billingSync });
  return {
    billing: createBillingService({ ...shared, billingSync, billingRefunds }),
    // There is nowhere to set it up at.
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
