import type { SubscriptionStatus } from '@pontual/contract/billing/billing.ts';
import type { User } from '@pontual/contract/identity/auth.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  aConnectedUser,
  aScheduledPost,
  aUser,
  dataOf,
  type Client,
} from '../../testing/factories.ts';
import { deliverAccountEmails } from '../../testing/account-emails.ts';
import {
  aPayingUser,
  openCheckout,
  customerOf,
  refundedAmount,
  pay,
  stripeOf,
  subscribe,
  subscriptionOf,
  workspaceOf,
} from '../../testing/stripe-fake.ts';
import { startWorld, type World } from '../../testing/world.ts';

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
const planOf = async (client: Client) =>
  dataOf(await client.get<{ user: User }>('/auth/me')).user.plan;
const subjectsTo = async (client: Client) =>
  (await deliverAccountEmails(world, client.user.email)).map(({ subject }) => subject);

/** What the job does that an event sends. */
async function syncAndReadStatus(client: Client): Promise<SubscriptionStatus> {
  await world.services.billing.billingSync.sync(await customerOf(world, client));
  const workspaceId = await workspaceOf(world, client);
  return world.services.billing.billing.status({ workspaceId });
}

async function finishRefund(client: Client): Promise<void> {
  await world.services.billing.billingRefunds.completeRefund(await workspaceOf(world, client));
}

test('the plans are told with prices in reais and in cents', async () => {
  const client = await aUser(world);
  expect(dataOf(await client.get('/subscription/plans'))).toMatchObject({
    plans: {
      free: { name: 'Free', price: 0, amount: 0 },
      pro: { name: 'Pro', price: 19.99, amount: 1999 },
      premium: { name: 'Premium', price: 49.99, amount: 4999 },
    },
  });
});

describe('subscribing', () => {
  test('gives the plan once it is paid for, and nothing before', async () => {
    const client = await aUser(world);
    const page = await openCheckout(client, 'pro');
    expect(await refreshed(client)).toMatchObject({ user: { plan: 'free' }, subscription: null });
    expect(await pay(page)).toBe(true);
    expect(await refreshed(client)).toMatchObject({
      user: { plan: 'pro', subscriptionStatus: 'active' },
      subscription: { plan: 'pro', status: 'trialing', cancelAt: null },
    });
    expect(await planOf(client)).toBe('pro');
  });

  test('with a card that is declined gives nothing', async () => {
    const client = await aUser(world);
    expect(await pay(await openCheckout(client, 'pro'), 'declined')).toBe(false);
    expect((await refreshed(client)).user).toEqual({ plan: 'free', subscriptionStatus: 'none' });
  });

  test('is confirmed by one letter, however often it is told', async () => {
    const client = await aUser(world);
    await subscribe(client);
    await Promise.all([refreshed(client), syncAndReadStatus(client), syncAndReadStatus(client)]);
    expect(await subjectsTo(client)).toEqual(['Sua assinatura Pro começou']);
  });

  test('a second time is refused, also while nobody has told of the first', async () => {
    const client = await aUser(world);
    await subscribe(client);
    const again = { status: 409, body: { code: 'SUBSCRIPTION_ACTIVE' } };
    expect(await client.post('/subscription/checkout', { plan: 'premium' })).toMatchObject(again);
    expect(await client.post('/subscription/checkout', { plan: 'pro' })).toMatchObject(again);
  });

  test('leaves one page open: the one before it ends', async () => {
    const client = await aUser(world);
    const first = await openCheckout(client, 'pro');
    const second = await openCheckout(client, 'premium');
    expect(await pay(first)).toBe(false);
    expect(await pay(second)).toBe(true);
    expect((await refreshed(client)).user.plan).toBe('premium');
  });

  test('a trial is given to whoever had none', async () => {
    const client = await aPayingUser(world);
    await client.post('/subscription/refund');
    await finishRefund(client);
    await subscribe(client);
    expect((await refreshed(client)).subscription).toMatchObject({ status: 'active' });
  });

  test('is not for plans that are not sold', async () => {
    const client = await aUser(world);
    for (const plan of ['free', 'gold', undefined]) {
      expect(await client.post('/subscription/checkout', { plan })).toMatchObject({ status: 400 });
    }
  });
});

describe('a purchase is told', () => {
  const returned = (client: Client, checkout: string) =>
    client.post<SubscriptionStatus & { purchase: unknown }>(
      `/subscription/refresh?checkout=${checkout}`,
    );
  const purchaseOf = async (client: Client, checkout: string) =>
    dataOf(await returned(client, checkout)).purchase;
  const sessionOf = (page: string) => new URL(page).pathname.split('/').at(-1) ?? '';

  test('once it has happened, and once', async () => {
    const client = await aUser(world);
    const page = await openCheckout(client, 'premium');
    const checkout = sessionOf(page);
    expect(await purchaseOf(client, checkout)).toBeNull();
    await pay(page, 'declined');
    expect(await purchaseOf(client, checkout)).toBeNull();
    await pay(page);
    const told = await Promise.all(Array.from({ length: 5 }, () => purchaseOf(client, checkout)));
    expect(told.filter((each) => each !== null)).toEqual([
      { id: checkout, plan: 'premium', amount: 4999, currency: 'BRL' },
    ]);
    expect(await purchaseOf(client, checkout)).toBeNull();
  });

  test('of nobody else’s checkout, and of none that somebody made up', async () => {
    const [client, other] = [await aUser(world), await aUser(world)];
    const page = await openCheckout(client, 'pro');
    await pay(page);
    await subscribe(other);
    expect(await purchaseOf(other, sessionOf(page))).toBeNull();
    expect(await purchaseOf(other, 'cs_test_inventado')).toBeNull();
    expect(await purchaseOf(await aUser(world), sessionOf(page))).toBeNull();
    expect(await returned(other, 'ana@example.com')).toMatchObject({ status: 400 });
    expect(await purchaseOf(client, sessionOf(page))).toMatchObject({ plan: 'pro' });
  });

  test('of no return without a checkout', async () => {
    const client = await aUser(world);
    await subscribe(client);
    expect(await refreshed(client)).toMatchObject({ user: { plan: 'pro' }, purchase: null });
  });
});

test('two that were paid for at once become the larger one, and the other is paid back', async () => {
  const client = await aPayingUser(world, 'pro');
  const customer = await customerOf(world, client);
  const stripe = stripeOf(world);
  const prices = await stripe.prices.list({ lookup_keys: ['pontual_premium_monthly'] });
  const session = await stripe.checkout.sessions.create({
    mode: 'subscription',
    customer,
    line_items: [{ price: prices.data[0]?.id ?? '', quantity: 1 }],
    success_url: 'http://localhost/',
  });
  expect(await pay(session.url ?? '')).toBe(true);
  expect((await refreshed(client)).user.plan).toBe('premium');
  const live = await stripe.subscriptions.list({ customer, status: 'active' });
  expect(live.data).toHaveLength(1);
  expect(await refundedAmount(world, client)).toBe(1999);
});

describe('what is not understood takes nothing from anybody', () => {
  const PRO = { plan: 'pro', subscriptionStatus: 'active' };

  test('a price of another name', async () => {
    const client = await aPayingUser(world);
    const stripe = stripeOf(world);
    const product = await stripe.products.create({ name: 'Outro' });
    const other = await stripe.prices.create({
      product: product.id,
      currency: 'brl',
      unit_amount: 2999,
      recurring: { interval: 'month' },
    });
    const id = await subscriptionOf(world, client);
    const { items } = await stripe.subscriptions.retrieve(id);
    await stripe.subscriptions.update(id, {
      items: [{ id: items.data[0]?.id ?? '', price: other.id }],
      proration_behavior: 'none',
    });
    expect((await refreshed(client)).user).toEqual(PRO);
    expect((await stripe.subscriptions.retrieve(id)).status).toBe('active');
    expect(await refundedAmount(world, client)).toBe(0);
  });

  test('a customer whom the card provider does not know', async () => {
    const client = await aPayingUser(world);
    await sql`update billing_customers set customer_id = 'cus_of_another_key'
      where workspace_id = ${await workspaceOf(world, client)}`.execute(world.database.db);
    expect(await client.post('/subscription/refresh')).toMatchObject({
      status: 503,
      body: { code: 'PAYMENTS_UNAVAILABLE' },
    });
    expect((await statusOf(client)).user).toEqual(PRO);
  });
});

test('a customer whom the card provider does not know any more subscribes anew', async () => {
  const client = await aUser(world);
  await openCheckout(client, 'pro');
  await sql`update billing_customers set customer_id = 'cus_of_another_world'
    where workspace_id = ${await workspaceOf(world, client)}`.execute(world.database.db);
  await subscribe(client);
  expect((await refreshed(client)).user.plan).toBe('pro');
});

describe('the portal', () => {
  test('is a page of the card provider for whoever has a subscription', async () => {
    const client = await aUser(world);
    await subscribe(client);
    await refreshed(client);
    const { url } = dataOf(await client.post<{ url: string }>('/subscription/portal'));
    expect((await fetch(url)).status).toBe(200);
  });

  test('and for nobody else', async () => {
    const client = await aUser(world);
    const refusal = { status: 409, body: { code: 'NO_SUBSCRIPTION' } };
    expect(await client.post('/subscription/portal')).toMatchObject(refusal);
    expect(await client.post('/subscription/cancel')).toMatchObject(refusal);
  });
});

describe('cancelling', () => {
  test('keeps the plan until the period ends, and what is scheduled beyond it', async () => {
    const client = await aConnectedUser(world);
    await subscribe(client);
    await refreshed(client);
    const post = await aScheduledPost(world, client, { dueInMs: 20 * DAY });
    const { subscription } = dataOf(await client.post<SubscriptionStatus>('/subscription/cancel'));
    expect(subscription).toMatchObject({ status: 'trialing' });
    expect(subscription?.cancelAt).toBe(subscription?.currentPeriodEnd);
    expect(await subjectsTo(client)).toContain('Sua assinatura foi cancelada');
    // Once more is no fault.
    expect((await client.post('/subscription/cancel')).status).toBe(200);

    await stripeOf(world).subscriptions.cancel(await subscriptionOf(world, client));
    expect((await syncAndReadStatus(client)).user).toEqual({
      plan: 'free',
      subscriptionStatus: 'canceled',
    });
    expect(await client.get(`/scheduled/${post._id}`)).toMatchObject({
      body: { data: { post: { status: 'scheduled' } } },
    });
    // What is new is held to the free plan: a week ahead.
    await expect(aScheduledPost(world, client, { dueInMs: 20 * DAY })).rejects.toThrow(
      'LIMIT_EXCEEDED',
    );
    expect(await subjectsTo(client)).toContain('Sua assinatura Pro terminou');
  });
});

describe('withdrawing', () => {
  test('ends the subscription and pays everything back, once, with word of both', async () => {
    const client = await aPayingUser(world);
    const { subscription } = await statusOf(client);
    expect(subscription?.refundableUntil).not.toBeNull();
    const asked = await client.post<SubscriptionStatus>('/subscription/refund');
    expect(asked.status).toBe(202);
    expect(dataOf(asked).subscription?.refund).toMatchObject({ finishedAt: null, amount: null });
    await Promise.all([finishRefund(client), finishRefund(client)]);
    expect(await statusOf(client)).toMatchObject({
      user: { plan: 'free', subscriptionStatus: 'canceled' },
      subscription: { refundableUntil: null, refund: { amount: 1999 } },
    });
    expect(await refundedAmount(world, client)).toBe(1999);
    expect((await subjectsTo(client)).toSorted()).toEqual([
      'Recebemos sua desistência',
      'Reembolso enviado',
      'Sua assinatura Pro começou',
    ]);
    // Asked for once more it is what it was.
    expect((await client.post('/subscription/refund')).status).toBe(202);
    await finishRefund(client);
    expect(await refundedAmount(world, client)).toBe(1999);
  });

  test('is waited for before anything else is subscribed to', async () => {
    const client = await aPayingUser(world);
    await client.post('/subscription/refund');
    await stripeOf(world).subscriptions.cancel(await subscriptionOf(world, client));
    await refreshed(client);
    expect(await client.post('/subscription/checkout', { plan: 'pro' })).toMatchObject({
      status: 409,
      body: { code: 'SUBSCRIPTION_ACTIVE' },
    });
    await finishRefund(client);
    expect(await pay(await openCheckout(client, 'pro'))).toBe(true);
    expect((await refreshed(client)).user.plan).toBe('pro');
    const begun = (await subjectsTo(client)).filter((title) => title.endsWith('Pro começou'));
    expect(begun).toHaveLength(2);
  });

  test('is over when it was all paid more than thirty days ago', async () => {
    const client = await aPayingUser(world);
    await sql`update subscriptions set first_paid_at = app_now() - interval '31 days'
      where workspace_id = ${await workspaceOf(world, client)}`.execute(world.database.db);
    expect(await client.post('/subscription/refund')).toMatchObject({
      status: 409,
      body: { code: 'REFUND_UNAVAILABLE' },
    });
    expect(await refundedAmount(world, client)).toBe(0);
  });

  test('during the trial costs nothing and pays nothing back', async () => {
    const client = await aUser(world);
    await subscribe(client);
    await refreshed(client);
    expect((await client.post('/subscription/refund')).status).toBe(202);
    await finishRefund(client);
    expect((await statusOf(client)).subscription?.refund).toMatchObject({ amount: 0 });
    expect(await subjectsTo(client)).toContain('Sua assinatura foi encerrada');
  });

  test('is for nobody without a subscription', async () => {
    const client = await aUser(world);
    expect(await client.post('/subscription/refund')).toMatchObject({ status: 409 });
  });
});

describe('when the card provider is away', () => {
  test('nothing changes, and its user is told to try again', async () => {
    const client = await aUser(world);
    await subscribe(client);
    await refreshed(client);
    await world.sandbox.paymentFault('checkout-create', '500', 9);
    const other = await aUser(world);
    expect(await other.post('/subscription/checkout', { plan: 'pro' })).toMatchObject({
      status: 503,
      body: {
        code: 'PAYMENTS_UNAVAILABLE',
        message: 'Erro ao processar pagamento. Tente novamente.',
      },
    });
    await world.sandbox.clearFaults();
    expect(await planOf(client)).toBe('pro');
    expect(await openCheckout(other, 'pro')).toContain('/c/pay/');
  });
});

describe('the comparison of each day', () => {
  test('finds what was never told, once a day', async () => {
    const client = await aUser(world);
    await subscribe(client);
    expect(await planOf(client)).toBe('free');
    expect(await world.services.billing.billingReconciliation.compareAll()).toBeGreaterThan(0);
    const customer = await customerOf(world, client);
    const sent = await world.services.platform.jobs.fetch('billing-sync', 50);
    expect(sent.map(({ data }) => data.customerId)).toContain(customer);
    for (const { id } of sent) await world.services.platform.jobs.complete('billing-sync', id);
    await world.services.billing.billingSync.sync(customer);
    expect(await planOf(client)).toBe('pro');
    await world.services.billing.billingReconciliation.compareAll();
    const left = await world.services.platform.jobs.fetch('billing-sync', 50);
    expect(left.map(({ data }) => data.customerId)).not.toContain(customer);
  });

  test('is asked for by one of many processes', async () => {
    await Promise.all(
      Array.from({ length: 5 }, () => world.services.billing.billingReconciliation.enqueueDue()),
    );
    expect(await world.services.platform.jobs.fetch('billing-reconcile', 9)).toHaveLength(1);
  });
});
