import type { SubscriptionStatus } from '@pontual/contract/billing/billing.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aUser, dataOf, type Client } from '../../testing/factories.ts';
import { deliverAccountEmails } from '../../testing/account-emails.ts';
import {
  aPayingUser,
  buySecondSubscription,
  customerOf,
  refundedAmount,
  stripeOf,
  subscribe,
  subscriptionOf,
  workspaceOf,
} from '../../testing/stripe-fake.ts';
import { startWorld, type World } from '../../testing/world.ts';
import { createPayments } from './payments/payments.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

const DAY = 86_400_000;

const refreshed = async (client: Client) =>
  dataOf(await client.post<SubscriptionStatus>('/subscription/refresh'));
const statusOf = async (client: Client) =>
  dataOf(await client.get<SubscriptionStatus>('/subscription/status'));
const emailsOf = (client: Client) => deliverAccountEmails(world, client.user.email);
const subjectsTo = async (client: Client) => (await emailsOf(client)).map(({ subject }) => subject);

/** Bypasses the session, which expires before a trial does. */
async function withdraw(client: Client): Promise<void> {
  const workspaceId = await workspaceOf(world, client);
  await world.services.billing.billing.refund({ workspaceId });
  await world.services.billing.billingRefunds.completeRefund(workspaceId);
}

async function openInvoices(client: Client) {
  const customer = await customerOf(world, client);
  return (await stripeOf(world).invoices.list({ customer, status: 'open' })).data;
}

async function backdate(client: Client, column: 'first_paid_at' | 'past_due_since', days: number) {
  await sql`update subscriptions set ${sql.ref(column)} = app_now() - ${`${days} days`}::interval
    where workspace_id = ${await workspaceOf(world, client)}`.execute(world.database.db);
}

describe('the full refund', () => {
  test('is given once within thirty days, and afterwards within the seven of the law', async () => {
    const client = await aPayingUser(world);
    expect((await statusOf(client)).refundDays).toBe(30);
    await withdraw(client);
    await subscribe(client, 'premium');
    const { refundDays, subscription } = await refreshed(client);
    expect(refundDays).toBe(7);
    const left = new Date(subscription?.refundableUntil ?? 0).getTime() - world.now().getTime();
    expect(left).toBeGreaterThan(6.9 * DAY);
    expect(left).toBeLessThanOrEqual(8 * DAY);
    const begun = (await emailsOf(client)).find(({ subject }) => subject.includes('Premium'));
    expect(begun?.text).toContain('em até 7 dias da primeira cobrança');

    await backdate(client, 'first_paid_at', 8);
    expect(await client.post('/subscription/refund')).toMatchObject({
      status: 409,
      body: { code: 'REFUND_UNAVAILABLE' },
    });
    await backdate(client, 'first_paid_at', 7);
    await withdraw(client);
    expect(await refundedAmount(world, client)).toBe(1999 + 4999);
  });

  test('is not used up by a trial that ends before its first charge', async () => {
    const client = await aUser(world);
    await subscribe(client);
    await refreshed(client);
    await withdraw(client);
    await subscribe(client);
    expect((await refreshed(client)).refundDays).toBe(30);
  });

  test('voids the open invoices', async () => {
    const client = await aPayingUser(world, 'pro', 'chargeFails');
    expect(await openInvoices(client)).toHaveLength(1);
    await withdraw(client);
    expect(await openInvoices(client)).toEqual([]);
    expect((await statusOf(client)).subscription?.refund).toMatchObject({ amount: 0 });
  });

  test('includes a charge that is taken after the end, and confirms it by email', async () => {
    const client = await aUser(world);
    await subscribe(client);
    await refreshed(client);
    // Stripe leaves the first invoice a draft for an hour.
    await world.advanceTime(14 * DAY + 600_000);
    await withdraw(client);
    const customer = await customerOf(world, client);
    const stripe = stripeOf(world);
    const drafts = await stripe.invoices.list({ customer, status: 'draft' });
    await stripe.invoices.pay(drafts.data[0]?.id ?? '');
    await Promise.all(
      [1, 2].map(() => world.services.billing.billingRefunds.completeLateRefund(customer)),
    );
    expect(await refundedAmount(world, client)).toBe(1999);
    const workspaceId = await workspaceOf(world, client);
    expect(await world.services.billing.billing.status({ workspaceId })).toMatchObject({
      user: { plan: 'free' },
      subscription: { refund: { amount: 1999 } },
      refundDays: 7,
    });
    const subjects = (await subjectsTo(client)).filter(
      (subject) => subject === 'Reembolso enviado',
    );
    expect(subjects).toHaveLength(1);
  });
});

describe('an unpaid plan', () => {
  test('lasts for thirty days and no longer, also while Stripe is unavailable', async () => {
    const client = await aPayingUser(world, 'premium', 'chargeFails');
    const owed = { plan: 'premium', subscriptionStatus: 'past_due' };
    expect((await statusOf(client)).user).toEqual(owed);
    await backdate(client, 'past_due_since', 29);
    await world.services.billing.billingReconciliation.endExpiredGracePeriods();
    expect((await refreshed(client)).user).toEqual(owed);

    await backdate(client, 'past_due_since', 30);
    await world.sandbox.paymentFault('api', '401', 9);
    await world.services.billing.billingReconciliation.endExpiredGracePeriods();
    const ended = { plan: 'free', subscriptionStatus: 'canceled' };
    expect(await statusOf(client)).toMatchObject({
      user: ended,
      subscription: { status: 'canceled' },
    });
    await world.sandbox.clearFaults();

    await Promise.all([refreshed(client), refreshed(client)]);
    expect((await statusOf(client)).user).toEqual(ended);
    const { status } = await stripeOf(world).subscriptions.retrieve(
      await subscriptionOf(world, client),
    );
    expect(status).toBe('canceled');
    expect(await openInvoices(client)).toEqual([]);
    const subjects = (await subjectsTo(client)).filter((subject) => subject.endsWith('terminou'));
    expect(subjects).toEqual(['Sua assinatura Premium terminou']);
  });

  test('continues after a payment within the grace period, which is reset', async () => {
    const client = await aPayingUser(world, 'pro', 'chargeFails');
    await backdate(client, 'past_due_since', 29);
    const stripe = stripeOf(world);
    const customer = await customerOf(world, client);
    const method = await stripe.paymentMethods.attach('pm_card_visa', { customer });
    const [open] = await openInvoices(client);
    await stripe.invoices.pay(open?.id ?? '', { payment_method: method.id });
    await refreshed(client);
    const stored = await sql<{
      since: Date | null;
    }>`select past_due_since as since from subscriptions
      where workspace_id = ${await workspaceOf(world, client)}`.execute(world.database.db);
    expect(stored.rows).toEqual([{ since: null }]);
  });
});

test('a plan that was paid after it was seen unpaid is not ended', async () => {
  const { env, clock } = world.serviceOptions;
  const payments = createPayments(env, clock);
  const [paying, owing] = [
    await aPayingUser(world),
    await aPayingUser(world, 'pro', 'chargeFails'),
  ];
  const [paid, owed] = [await subscriptionOf(world, paying), await subscriptionOf(world, owing)];
  expect(await payments.cancelUnpaid(paid)).toBe(false);
  expect((await stripeOf(world).subscriptions.retrieve(paid)).status).toBe('active');
  expect(await payments.cancelUnpaid(owed)).toBe(true);
  expect((await stripeOf(world).subscriptions.retrieve(owed)).status).toBe('canceled');
});

test('the owner of a duplicate subscription gets one email, also after a crash in between', async () => {
  const client = await aPayingUser(world);
  const customer = await customerOf(world, client);
  const stripe = stripeOf(world);
  await buySecondSubscription(world, customer);
  await world.sandbox.paymentFault('subscription-cancel', '401', 1);
  await expect(world.services.billing.billingSync.sync(customer)).rejects.toThrow('API Key');
  await world.sandbox.clearFaults();
  for (let time = 0; time < 2; time += 1) await world.services.billing.billingSync.sync(customer);
  const emails = (await emailsOf(client)).filter(({ subject }) => subject.includes('repetida'));
  expect(emails).toHaveLength(1);
  expect(emails[0]?.text).toMatch(/plano Pro e devolvemos R\$\s19,99/);
  expect(await refundedAmount(world, client)).toBe(1999);
  const live = await stripe.subscriptions.list({ customer });
  expect(live.data).toHaveLength(1);
});

test('the calls to Stripe are limited per user and quarter of an hour', async () => {
  const [client, other] = [await aUser(world), await aUser(world)];
  await subscribe(client);
  // The checkout of `subscribe` counts as one.
  const most = { checkout: 19, portal: 20, refresh: 60 };
  const ask = (by: Client, what: string) =>
    by.post(`/subscription/${what}`, what === 'checkout' ? { plan: 'pro' } : undefined);
  for (const [what, count] of Object.entries(most)) {
    const answers = await Promise.all(Array.from({ length: count }, () => ask(client, what)));
    expect(answers.filter(({ status }) => status === 429)).toEqual([]);
    expect(await ask(client, what)).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } });
    expect((await ask(other, what)).status).not.toBe(429);
  }
  expect((await client.get('/subscription/status')).status).toBe(200);
  await world.advanceTime(16 * 60_000);
  expect((await ask(client, 'refresh')).status).toBe(200);
});
