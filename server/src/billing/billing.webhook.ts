import type Stripe from 'stripe';
import type { Clock } from '../clock.ts';
import type { Database, Tx } from '../database/database.ts';
import { AppError } from '../http/app-error.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Letter } from '../mail/mail-template.ts';
import type { Nudges } from '../nudges.ts';
import { trialEnding } from './billing.letters.ts';
import { createBillingEventsRepository } from './billing.events.repository.ts';
import { createBillingRepository } from './billing.repository.ts';

/** Seconds by which the sender's clock may differ from ours, either way. */
const TOLERANCE_S = 300;

export type BillingWebhook = ReturnType<typeof createBillingWebhook>;

/** What Stripe tells by itself: each event is kept once, and only has its customer asked about. */
export function createBillingWebhook(deps: {
  database: Database;
  jobs: Pick<Jobs, 'send'>;
  nudges: Pick<Nudges, 'send'>;
  write(tx: Tx, to: string, letter: Letter): Promise<void>;
  secret: string;
  publicUrl: string;
  clock: Pick<Clock, 'now'>;
}) {
  const { database, jobs, nudges, secret, publicUrl, clock } = deps;

  /** @throws AppError WEBHOOK_INVALID */
  async function verified(body: Buffer, signature: string): Promise<Stripe.Event> {
    const { default: StripeClient } = await import('stripe');
    const now = clock.now().getTime();
    try {
      // The SDK looks only at how old a signature is; one of tomorrow could be kept and used then.
      const [at, another] = [...signature.matchAll(/(?:^|,)\s*t=([^,]*)/g)];
      const isFuture = !(Number(at?.[1]) - now / 1000 <= TOLERANCE_S);
      if (isFuture || another !== undefined) throw new Error('signed in the future');
      const { webhooks } = StripeClient;
      return webhooks.constructEvent(body, signature, secret, TOLERANCE_S, undefined, now);
    } catch {
      throw new AppError('WEBHOOK_INVALID');
    }
  }

  async function tellOfTrial(tx: Tx, workspaceId: string): Promise<void> {
    const kept = createBillingRepository(tx);
    const subscription = await kept.subscription(workspaceId);
    if (subscription?.status !== 'trialing' || subscription.cancel_at !== null) return;
    const { plan, current_period_end: end } = subscription;
    for (const owner of await kept.ownersOf(workspaceId)) {
      await deps.write(tx, owner, trialEnding(plan, end, publicUrl));
    }
  }

  return {
    /** @throws AppError WEBHOOK_INVALID */
    async receive(body: Buffer, signature: string): Promise<void> {
      const { id, type, data } = await verified(body, signature);
      const customerId = customerOf(data.object);
      await database.inTransaction(async (tx) => {
        const kept = createBillingEventsRepository(tx);
        if (!(await kept.keepEvent({ id, type, customerId })) || customerId === null) return;
        const workspaceId = await kept.workspaceOf(customerId);
        if (workspaceId === undefined) return;
        await jobs.send(tx, 'billing-sync', [{ data: { customerId }, key: customerId }]);
        if (type === 'customer.subscription.trial_will_end') await tellOfTrial(tx, workspaceId);
      });
      nudges.send([{ topic: 'work' }]);
    },
  };
}

/** Whose event it is; null for one of nobody's. */
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
