import type Stripe from 'stripe';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/http/app-error.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { Metrics } from '../../platform/metrics.ts';
import type { WakeUps } from '../../platform/wake-ups.ts';
import { enqueuePaymentIssues } from '../payment-issue.jobs.ts';
import { createBillingEventsRepository } from './events.repository.ts';
import type { BillingTrials } from '../trials.ts';

/** In both directions, in seconds. */
const TOLERANCE_S = 300;

/** Stripe reports one failed refund with several of these. */
const paymentIssueEvents = new Set([
  'charge.dispute.created',
  'charge.dispute.closed',
  'charge.refund.updated',
  'refund.failed',
  'refund.updated',
]);

export type BillingWebhook = ReturnType<typeof createBillingWebhook>;

/** Each event is recorded once and only triggers a read at Stripe. */
export function createBillingWebhook(deps: {
  database: Database;
  jobs: Pick<Jobs, 'send'>;
  wakeUps: Pick<WakeUps, 'send'>;
  billingTrials: Pick<BillingTrials, 'remindWorkspace'>;
  secret: string;
  clock: Pick<Clock, 'now'>;
  metrics: Pick<Metrics, 'recordWebhookAccepted' | 'recordWebhookIgnored'>;
}) {
  const { database, jobs, wakeUps, secret, billingTrials, clock, metrics } = deps;

  /** @throws AppError WEBHOOK_INVALID */
  async function verifyEvent(body: Buffer, signature: string): Promise<Stripe.Event> {
    const { default: StripeClient } = await import('stripe');
    const now = clock.now().getTime();
    try {
      // The SDK checks only the age of a signature; one from the future could be stored and used then.
      const [at, another] = [...signature.matchAll(/(?:^|,)\s*t=([^,]*)/g)];
      const isFuture = !(Number(at?.[1]) - now / 1000 <= TOLERANCE_S);
      if (isFuture || another !== undefined) throw new Error('signed in the future');
      const { webhooks } = StripeClient;
      return webhooks.constructEvent(body, signature, secret, TOLERANCE_S, undefined, now);
    } catch {
      metrics.recordWebhookIgnored('stripe', 'refused');
      throw new AppError('WEBHOOK_INVALID');
    }
  }

  async function recordEvent(tx: Tx, { id, type, data }: Stripe.Event): Promise<boolean> {
    const events = createBillingEventsRepository(tx);
    const customerId = customerOf(data.object);
    if (!(await events.insertEvent({ id, type, customerId }))) return false;
    const issueId = paymentIssueIdIn(type, data.object);
    if (issueId !== undefined) {
      await enqueuePaymentIssues(tx, jobs, [issueId]);
    }
    const workspaceId = customerId === null ? undefined : await events.workspaceOf(customerId);
    if (customerId === null || workspaceId === undefined) return true;
    await jobs.send(tx, 'billing-sync', [{ data: { customerId }, key: customerId }]);
    if (type === 'customer.subscription.trial_will_end') {
      await billingTrials.remindWorkspace(tx, workspaceId);
    }
    return true;
  }

  return {
    /** @throws AppError WEBHOOK_INVALID */
    async receive(body: Buffer, signature: string): Promise<void> {
      const event = await verifyEvent(body, signature);
      const isNew = await database.inTransaction((tx) => recordEvent(tx, event));
      if (isNew)
        metrics.recordWebhookAccepted('stripe', clock.now().getTime() - event.created * 1000);
      else metrics.recordWebhookIgnored('stripe', 'known');
      wakeUps.send([{ topic: 'work' }]);
    },
  };
}

function paymentIssueIdIn(type: string, object: object): string | undefined {
  return paymentIssueEvents.has(type) && 'id' in object ? String(object.id) : undefined;
}

function customerOf(object: object): string | null {
  if ('object' in object && object.object === 'customer' && 'id' in object)
    return String(object.id);
  if (!('customer' in object)) return null;
  const { customer } = object;
  if (typeof customer === 'string') return customer;
  return typeof customer === 'object' && customer !== null && 'id' in customer
    ? String(customer.id)
    : null;
}
