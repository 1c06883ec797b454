// One file, because every case buys, changes or ends a subscription at the payment provider.
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

async function syncAndReadStatus(client: Client): Promise<SubscriptionStatus> {
  await world.services.billing.billingSync.sync(await customerOf(world, client));
  const workspaceId = await workspaceOf(world, client);
  return world.services.billing.billing.status({ workspaceId });
}

async function finishRefund(client: Client): Promise<void> {
  await world.services.billing.billingRefunds.completeRefund(await workspaceOf(world, client));
}

test('the plans have prices in reais and in cents', async () => {
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

  test('gives nothing when the card is declined', async () => {
    const client = await aUser(world);
    expect(await pay(await openCheckout(client, 'pro'), 'declined')).toBe(false);
    expect((await refreshed(client)).user).toEqual({ plan: 'free', subscriptionStatus: 'none' });
  });

  test('sends one confirmation email, however often the subscription is synced', async () => {
    const client = await aUser(world);
    await subscribe(client);
    await Promise.all([refreshed(client), syncAndReadStatus(client), syncAndReadStatus(client)]);
    expect(await subjectsTo(client)).toEqual(['Sua assinatura Pro começou']);
  });

  test('is refused a second time, also before Stripe has reported the first subscription', async () => {
    const client = await aUser(world);
    await subscribe(client);
    const again = { status: 409, body: { code: 'SUBSCRIPTION_ACTIVE' } };
    expect(await client.post('/subscription/checkout', { plan: 'premium' })).toMatchObject(again);
    expect(await client.post('/subscription/checkout', { plan: 'pro' })).toMatchObject(again);
  });

  test('opens one page for clicks at once, and of two plans only one can be paid', async () => {
    const client = await aUser(world);
    const open = (plan: string) => client.post<{ url: string }>('/subscription/checkout', { plan });
    const pages = (await Promise.all(Array.from({ length: 10 }, () => open('pro')))).map(dataOf);
    expect(new Set(pages.map(({ url }) => url)).size).toBe(1);
    const [pro, premium] = (await Promise.all([open('pro'), open('premium')])).map(dataOf);
    const paid = [await pay(pro?.url ?? ''), await pay(premium?.url ?? '')];
    expect(paid.filter((isPaid) => isPaid)).toHaveLength(1);
  });

  test('leaves one checkout page open and expires the one before it', async () => {
    const client = await aUser(world);
    const first = await openCheckout(client, 'pro');
    const second = await openCheckout(client, 'premium');
    expect(await pay(first)).toBe(false);
    expect(await pay(second)).toBe(true);
    expect((await refreshed(client)).user.plan).toBe('premium');
  });

  test('gives a trial only to a customer who had none', async () => {
    const client = await aPayingUser(world);
    await client.post('/subscription/refund');
    await finishRefund(client);
    await subscribe(client);
    expect((await refreshed(client)).subscription).toMatchObject({ status: 'active' });
  });

  test('is refused for plans that are not sold', async () => {
    const client = await aUser(world);
    for (const plan of ['free', 'gold', undefined]) {
      expect(await client.post('/subscription/checkout', { plan })).toMatchObject({ status: 400 });
    }
  });
});

describe('a purchase', () => {
  const returned = (client: Client, checkout: string) =>
    client.post<SubscriptionStatus & { purchase: unknown }>(
      `/subscription/refresh?checkout=${checkout}`,
    );
  const purchaseOf = async (client: Client, checkout: string) =>
    dataOf(await returned(client, checkout)).purchase;
  const sessionOf = (page: string) => new URL(page).pathname.split('/').at(-1) ?? '';

  test('is reported after the payment, and once', async () => {
    const client = await aUser(world);
    const page = await openCheckout(client, 'premium');
    const checkout = sessionOf(page);
    expect(await purchaseOf(client, checkout)).toBeNull();
    await pay(page, 'declined');
    expect(await purchaseOf(client, checkout)).toBeNull();
    await pay(page);
    const purchases = await Promise.all(
      Array.from({ length: 5 }, () => purchaseOf(client, checkout)),
    );
    expect(purchases.filter((each) => each !== null)).toEqual([
      { id: checkout, plan: 'premium', amount: 0, currency: 'BRL' },
    ]);
    expect(await purchaseOf(client, checkout)).toBeNull();
  });

  test('is reported with what was paid where no trial comes first', async () => {
    const client = await aPayingUser(world, 'pro');
    await client.post('/subscription/refund');
    await finishRefund(client);
    const page = await openCheckout(client, 'premium');
    await pay(page);
    expect(await purchaseOf(client, sessionOf(page))).toMatchObject({
      plan: 'premium',
      amount: 4999,
    });
  });

  test('is not reported for the checkout of another customer or an invented one', async () => {
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

  test('is not reported for a refresh without a checkout', async () => {
    const client = await aUser(world);
    await subscribe(client);
    expect(await refreshed(client)).toMatchObject({ user: { plan: 'pro' }, purchase: null });
  });
});

test('two subscriptions that are paid at once become the larger one, and the other is refunded', async () => {
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

describe('the plan stays unchanged', () => {
  const PRO = { plan: 'pro', subscriptionStatus: 'active' };

  test('for a price with an unknown lookup key', async () => {
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

  test('for a paying customer whom Stripe does not know', async () => {
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

test('a free customer whom Stripe no longer knows subscribes under a new customer id', async () => {
  const client = await aUser(world);
  await openCheckout(client, 'pro');
  await sql`update billing_customers set customer_id = 'cus_of_another_world'
    where workspace_id = ${await workspaceOf(world, client)}`.execute(world.database.db);
  await subscribe(client);
  expect((await refreshed(client)).user.plan).toBe('pro');
});

describe('the portal', () => {
  test('opens a page of Stripe for a customer with a subscription', async () => {
    const client = await aUser(world);
    await subscribe(client);
    await refreshed(client);
    const { url } = dataOf(await client.post<{ url: string }>('/subscription/portal'));
    expect((await fetch(url)).status).toBe(200);
  });

  test('is refused without a subscription', async () => {
    const client = await aUser(world);
    const refusal = { status: 409, body: { code: 'NO_SUBSCRIPTION' } };
    expect(await client.post('/subscription/portal')).toMatchObject(refusal);
    expect(await client.post('/subscription/cancel')).toMatchObject(refusal);
  });
});

describe('cancelling', () => {
  test('keeps the plan until the period ends, and the posts that are scheduled beyond it', async () => {
    const client = await aConnectedUser(world);
    await subscribe(client);
    await refreshed(client);
    const post = await aScheduledPost(world, client, { dueInMs: 20 * DAY });
    const { subscription } = dataOf(await client.post<SubscriptionStatus>('/subscription/cancel'));
    expect(subscription).toMatchObject({ status: 'trialing' });
    expect(subscription?.cancelAt).toBe(subscription?.currentPeriodEnd);
    expect(await subjectsTo(client)).toContain('Sua assinatura foi cancelada');
    expect((await client.post('/subscription/cancel')).status).toBe(200);

    await stripeOf(world).subscriptions.cancel(await subscriptionOf(world, client));
    expect((await syncAndReadStatus(client)).user).toEqual({
      plan: 'free',
      subscriptionStatus: 'canceled',
    });
    expect(await client.get(`/scheduled/${post._id}`)).toMatchObject({
      body: { data: { post: { status: 'scheduled' } } },
    });
    await expect(aScheduledPost(world, client, { dueInMs: 20 * DAY })).rejects.toThrow(
      'LIMIT_EXCEEDED',
    );
    expect(await subjectsTo(client)).toContain('Sua assinatura Pro terminou');
  });
});

describe('withdrawing', () => {
  test('ends the subscription, refunds everything once and confirms both by email', async () => {
    const client = await aPayingUser(world);
    const { subscription } = await statusOf(client);
    expect(subscription?.refundableUntil).not.toBeNull();
    const response = await client.post<SubscriptionStatus>('/subscription/refund');
    expect(response.status).toBe(202);
    expect(dataOf(response).subscription?.refund).toMatchObject({ finishedAt: null, amount: null });
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
    expect((await client.post('/subscription/refund')).status).toBe(202);
    await finishRefund(client);
    expect(await refundedAmount(world, client)).toBe(1999);
  });

  test('blocks a new checkout until the refund is finished', async () => {
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

  test('is refused more than thirty days after the payment', async () => {
    const client = await aPayingUser(world);
    await sql`update subscriptions set first_paid_at = app_now() - interval '31 days'
      where workspace_id = ${await workspaceOf(world, client)}`.execute(world.database.db);
    expect(await client.post('/subscription/refund')).toMatchObject({
      status: 409,
      body: { code: 'REFUND_UNAVAILABLE' },
    });
    expect(await refundedAmount(world, client)).toBe(0);
  });

  test('costs and refunds nothing during the trial', async () => {
    const client = await aUser(world);
    await subscribe(client);
    await refreshed(client);
    expect((await client.post('/subscription/refund')).status).toBe(202);
    await finishRefund(client);
    expect((await statusOf(client)).subscription?.refund).toMatchObject({ amount: 0 });
    expect(await subjectsTo(client)).toContain('Sua assinatura foi encerrada');
  });

  test('is refused without a subscription', async () => {
    const client = await aUser(world);
    expect(await client.post('/subscription/refund')).toMatchObject({ status: 409 });
  });
});

describe('when Stripe is unavailable', () => {
  test('nothing changes, and the user gets a message to try again', async () => {
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

describe('the daily reconciliation', () => {
  test('finds a subscription that no event reported, and does not find it again', async () => {
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

  test('is enqueued by one of several processes', async () => {
    await Promise.all(
      Array.from({ length: 5 }, () => world.services.billing.billingReconciliation.enqueueDue()),
    );
    expect(await world.services.platform.jobs.fetch('billing-reconcile', 9)).toHaveLength(1);
  });
});
