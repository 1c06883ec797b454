import { afterAll, beforeAll, expect, test } from 'vitest';
import { aUser, type Client } from '../../testing/factories.ts';
import { deliverAccountEmails } from '../../testing/account-emails.ts';
import {
  openCheckout,
  customerOf,
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

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

async function syncAndReadStatus(client: Client) {
  await world.services.billing.billingSync.sync(await customerOf(world, client));
  return world.services.billing.billing.status({ workspaceId: await workspaceOf(world, client) });
}

const subjectsTo = async (client: Client) =>
  (await deliverAccountEmails(world, client.user.email)).map(({ subject }) => subject);

/** Stripe charges one hour after a period has ended. */
const afterTrial = () => world.advanceTime(14 * DAY + 2 * HOUR);

test('a trial becomes a paid month, and the thirty days of the guarantee start there', async () => {
  const client = await aUser(world);
  await subscribe(client);
  expect((await syncAndReadStatus(client)).subscription).toMatchObject({ status: 'trialing' });
  await afterTrial();
  const paid = await syncAndReadStatus(client);
  expect(paid.subscription).toMatchObject({ status: 'active', plan: 'pro' });
  const guaranteed = new Date(paid.subscription?.refundableUntil ?? 0).getTime();
  expect(guaranteed - world.now().getTime()).toBeGreaterThan(29 * DAY);
  // The thirtieth day counts until its midnight.
  await world.advanceTime(31 * DAY);
  expect((await syncAndReadStatus(client)).subscription).toMatchObject({
    status: 'active',
    refundableUntil: null,
  });
});

test('a failed charge keeps the plan while Stripe retries it, and the owner gets an email', async () => {
  const client = await aUser(world);
  await subscribe(client, 'pro', 'chargeFails');
  await syncAndReadStatus(client);
  await afterTrial();
  expect((await syncAndReadStatus(client)).user).toEqual({
    plan: 'pro',
    subscriptionStatus: 'past_due',
  });
  expect(await subjectsTo(client)).toContain('O pagamento da sua assinatura falhou');

  const stripe = stripeOf(world);
  const customer = await customerOf(world, client);
  const method = await stripe.paymentMethods.attach('pm_card_visa', { customer });
  await stripe.subscriptions.update(await subscriptionOf(world, client), {
    default_payment_method: method.id,
  });
  const open = await stripe.invoices.list({ customer, status: 'open' });
  await stripe.invoices.pay(open.data[0]?.id ?? '');
  expect((await syncAndReadStatus(client)).user).toEqual({
    plan: 'pro',
    subscriptionStatus: 'active',
  });
  expect(await subjectsTo(client)).toContain('Pagamento recebido');
});

test('a charge that keeps failing ends with the free plan', async () => {
  const client = await aUser(world);
  await subscribe(client, 'premium', 'chargeFails');
  await syncAndReadStatus(client);
  await afterTrial();
  await world.advanceTime(30 * DAY);
  expect((await syncAndReadStatus(client)).user).toEqual({
    plan: 'free',
    subscriptionStatus: 'canceled',
  });
});

test('a cancelled subscription ends with its period, and not before', async () => {
  const client = await aUser(world);
  await subscribe(client);
  await syncAndReadStatus(client);
  const workspaceId = await workspaceOf(world, client);
  await world.services.billing.billing.cancel({ workspaceId });
  await world.advanceTime(13 * DAY);
  expect((await syncAndReadStatus(client)).user.plan).toBe('pro');
  await world.advanceTime(DAY + 2 * HOUR);
  expect(await syncAndReadStatus(client)).toMatchObject({
    user: { plan: 'free', subscriptionStatus: 'canceled' },
    subscription: { status: 'canceled' },
  });
  const subjects = await subjectsTo(client);
  expect(subjects.filter((subject) => subject === 'Sua assinatura Pro terminou')).toHaveLength(1);
});

test('a plan change at Stripe changes the plan of the workspace', async () => {
  const client = await aUser(world);
  await subscribe(client);
  await syncAndReadStatus(client);
  const stripe = stripeOf(world);
  const id = await subscriptionOf(world, client);
  const { items } = await stripe.subscriptions.retrieve(id);
  const prices = await stripe.prices.list({ lookup_keys: ['pontual_premium_monthly'] });
  await stripe.subscriptions.update(id, {
    items: [{ id: items.data[0]?.id ?? '', price: prices.data[0]?.id ?? '' }],
  });
  expect((await syncAndReadStatus(client)).user.plan).toBe('premium');
  expect(await subjectsTo(client)).toContain('Seu plano agora é o Premium');
});

test('a subscription that was never paid counts as none, and its owner can still have a trial', async () => {
  const client = await aUser(world);
  await subscribe(client);
  const stripe = stripeOf(world);
  const customer = await customerOf(world, client);
  await stripe.subscriptions.cancel(await subscriptionOf(world, client));
  const other = await aUser(world);
  await openCheckout(other, 'pro');
  const { data: prices } = await stripe.prices.list({ lookup_keys: ['pontual_pro_monthly'] });
  for (const buyer of [customer, await customerOf(world, other)]) {
    const method = await stripe.paymentMethods.attach('pm_card_chargeCustomerFail', {
      customer: buyer,
    });
    await stripe.subscriptions.create({
      customer: buyer,
      items: [{ price: prices[0]?.id ?? '' }],
      default_payment_method: method.id,
    });
  }
  const nothing = { user: { plan: 'free', subscriptionStatus: 'none' }, subscription: null };
  expect(await syncAndReadStatus(other)).toMatchObject(nothing);
  expect(await other.post('/subscription/portal')).toMatchObject({ status: 409 });
  await world.advanceTime(DAY);
  expect(await syncAndReadStatus(other)).toMatchObject(nothing);
  await subscribe(other);
  expect((await syncAndReadStatus(other)).subscription).toMatchObject({ status: 'trialing' });
  expect((await syncAndReadStatus(client)).subscription).toMatchObject({ status: 'canceled' });
});
