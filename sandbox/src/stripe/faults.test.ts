import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { callControl } from '../../testing/graph-client.ts';
import {
  createCheckout,
  openStripeFixture,
  createStripeClient,
  subscribe,
  type StripeFixture,
} from '../../testing/stripe-fixture.ts';

let fixture: StripeFixture;
let customer: string;
beforeAll(async () => {
  fixture = await openStripeFixture({ webhookUrl: '' });
});
beforeEach(async () => {
  await fixture.sandbox.reset();
  customer = (await fixture.stripe.customers.create({})).id;
});
afterAll(() => fixture.close());

const armFault = (step: string, fault: string, more: object = {}) =>
  callControl(fixture.sandbox, '/faults', { service: 'payments', step, fault, ...more });
const countSessions = async () =>
  (await fixture.stripe.checkout.sessions.list({ customer })).data.length;

/** Without the SDK, because the SDK retries a cut connection. */
const createCheckoutOnce = async () => {
  const {
    STRIPE_API_URL: url,
    STRIPE_SECRET_KEY: key,
    STRIPE_PRICE_PRO: price,
  } = fixture.sandbox.services;
  const body = new URLSearchParams({
    mode: 'subscription',
    customer,
    'line_items[0][price]': price,
    success_url: 'http://localhost:4999/ok',
  });
  const headers = { authorization: `Bearer ${key}` };
  return fetch(`${url}/v1/checkout/sessions`, { method: 'POST', headers, body });
};

test.each([
  ['timeout-before-commit', 0],
  ['reset-before-commit', 0],
  ['timeout-after-commit', 1],
  ['reset-after-commit', 1],
])('%s at checkout-create cuts the connection, and leaves %i session', async (fault, left) => {
  await armFault('checkout-create', fault);
  await expect(createCheckoutOnce()).rejects.toThrow('fetch failed');
  expect(await countSessions()).toBe(left);
});

test.each([
  ['500', 'StripeAPIError', 0],
  ['500-after-commit', 'StripeAPIError', 1],
  ['503', 'StripeAPIError', 0],
  ['429', 'StripeRateLimitError', 0],
  ['401', 'StripeAuthenticationError', 0],
])('%s at checkout-create is a %s, and leaves %i session', async (fault, type, left) => {
  await armFault('checkout-create', fault);
  const { status } = await createCheckoutOnce();
  expect(status).toBe(Number(fault.slice(0, 3)));
  expect(await countSessions()).toBe(left);
  await armFault('checkout-create', fault, { times: 2 });
  await expect(createCheckout(fixture, { customer })).rejects.toMatchObject({ type });
});

test('a client that retries with its idempotency key has one session, whatever was cut', async () => {
  await armFault('checkout-create', 'timeout-after-commit');
  await armFault('checkout-create', '503');
  const patient = {
    ...fixture,
    stripe: createStripeClient(fixture.sandbox, { maxNetworkRetries: 3 }),
  };
  const session = await createCheckout(patient, { customer });
  expect(await countSessions()).toBe(1);
  expect(await fixture.stripe.checkout.sessions.retrieve(session.id)).toMatchObject({
    status: 'open',
  });
});

test('a stored 500 is replayed for a retry with its idempotency key', async () => {
  await armFault('customer-create', '500-after-commit');
  const key = { idempotencyKey: 'quinhentos' };
  const email = 'quinhentos@atelie.example';
  for (let time = 0; time < 2; time += 1) {
    await expect(fixture.stripe.customers.create({ email }, key)).rejects.toMatchObject({
      statusCode: 500,
    });
  }
  expect((await fixture.stripe.customers.list({ email })).data).toHaveLength(1);
});

test('faults strike the step they name, and no other', async () => {
  const { id } = await subscribe(fixture, { customer });
  await armFault('subscription-cancel', 'reset-after-commit');
  await armFault('portal-create', '500');
  await armFault('refund-create', 'timeout-before-commit');
  const { stripe } = fixture;
  await expect(stripe.billingPortal.sessions.create({ customer })).rejects.toMatchObject({
    statusCode: 500,
  });
  const [charge] = (await stripe.charges.list({ customer })).data;
  const payment = { charge: charge?.id ?? '' };
  await stripe.refunds.create(payment, { idempotencyKey: 'devolve' });
  expect((await stripe.refunds.list(payment)).data).toHaveLength(1);
  // The connection was cut after the effect; the retry of the SDK finds the subscription cancelled.
  await expect(stripe.subscriptions.cancel(id)).rejects.toMatchObject({ statusCode: 404 });
  expect(await stripe.subscriptions.retrieve(id)).toMatchObject({ status: 'canceled' });
  expect(await (await callControl(fixture.sandbox, '/faults')).json()).toEqual([]);
});

test('a slow fault delays the response, and the step api strikes any call', async () => {
  await armFault('api', 'slow', { delayMs: 60 });
  const started = performance.now();
  await fixture.stripe.customers.list();
  expect(performance.now() - started).toBeGreaterThanOrEqual(55);
  await armFault('api', '429', { times: 2 });
  await expect(fixture.stripe.prices.list()).rejects.toMatchObject({ statusCode: 429 });
  await expect(fixture.stripe.customers.list()).rejects.toMatchObject({ statusCode: 429 });
  await fixture.stripe.customers.list();
});

test.each([
  ['checkout-create', 'shuffle'],
  ['webhook', '500'],
  ['nada', '500'],
])('at %s there is no fault %s', async (step, fault) => {
  expect((await armFault(step, fault)).status).toBe(400);
});
