import { Stripe } from 'stripe';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callControl } from '../../testing/graph-client.ts';
import {
  openStripeFixture,
  createStripeClient,
  subscribe,
  type StripeFixture,
} from '../../testing/stripe-fixture.ts';

let fixture: StripeFixture;
beforeAll(async () => {
  fixture = await openStripeFixture();
});
afterAll(() => fixture.close());

async function callApi(method: string, path: string, body?: string, headers: object = {}) {
  const response = await fetch(fixture.sandbox.url + path, {
    method,
    headers: {
      authorization: `Bearer ${fixture.sandbox.services.STRIPE_SECRET_KEY}`,
      'content-type': 'application/x-www-form-urlencoded',
      ...headers,
    },
    ...(body === undefined ? {} : { body }),
  });
  const answer = (await response.json()) as { error?: Record<string, unknown>; id?: string };
  return { status: response.status, headers: response.headers, ...answer };
}

test('a key is required, as bearer token or as user of basic authentication', async () => {
  const { hostname: host, port } = new URL(fixture.sandbox.url);
  const stranger = new Stripe('sk_test_alguem', { host, port, protocol: 'http' });
  await expect(stranger.customers.list()).rejects.toMatchObject({
    statusCode: 401,
    type: 'StripeAuthenticationError',
  });
  expect(await callApi('GET', '/v1/customers', undefined, { authorization: '' })).toMatchObject({
    status: 401,
    error: { message: expect.stringContaining('You did not provide an API key') },
  });
  const basic = Buffer.from(`${fixture.sandbox.services.STRIPE_SECRET_KEY}:`).toString('base64');
  const authorization = `Basic ${basic}`;
  expect(await callApi('GET', '/v1/customers', undefined, { authorization })).toMatchObject({
    status: 200,
  });
});

test('only the API version of the SDK is accepted', async () => {
  const old = await callApi('GET', '/v1/customers', undefined, { 'stripe-version': '2024-06-20' });
  expect(old).toMatchObject({ status: 400, error: { type: 'invalid_request_error' } });
  const customers = await fixture.stripe.customers.list();
  expect(customers.lastResponse.apiVersion).toBe('2026-10-28.endive');
});

test.each([
  ['customers', 'colour=blue', { code: 'parameter_unknown', param: 'colour' }],
  [
    'billing_portal/configurations',
    'features[colour]=blue',
    { code: 'parameter_unknown', param: 'features[colour]' },
  ],
  ['refunds', 'amount=muito', { code: 'parameter_invalid_integer', param: 'amount' }],
  ['refunds', 'charge=ch_nenhuma', { code: 'resource_missing', param: 'charge' }],
])('%s refuse %s', async (resource, body, error) => {
  const answer = await callApi('POST', `/v1/${resource}`, body);
  expect(answer).toMatchObject({ status: 400, error: { type: 'invalid_request_error', ...error } });
});

test('missing parameters and unknown objects return the error messages of the vendor', async () => {
  const { stripe } = fixture;
  await expect(stripe.products.create({} as Stripe.ProductCreateParams)).rejects.toMatchObject({
    code: 'parameter_missing',
    param: 'name',
    message: 'Missing required param: name.',
  });
  await expect(stripe.subscriptions.retrieve('sub_nenhuma')).rejects.toMatchObject({
    statusCode: 404,
    code: 'resource_missing',
    message: "No such subscription: 'sub_nenhuma'",
  });
  expect(await callApi('GET', '/v1/nada')).toMatchObject({
    status: 404,
    error: { message: expect.stringContaining('Unrecognized request URL (GET: /v1/nada)') },
  });
  const json = { 'content-type': 'application/json' };
  expect(await callApi('POST', '/v1/customers', '{}', json)).toMatchObject({ status: 400 });
});

test('lists are paginated, newest first', async () => {
  const { stripe } = fixture;
  const email = 'paginas@atelie.example';
  const ids: string[] = [];
  for (let index = 0; index < 5; index += 1) {
    ids.unshift((await stripe.customers.create({ email })).id);
  }
  const first = await stripe.customers.list({ email, limit: 2 });
  expect(first).toMatchObject({ object: 'list', has_more: true, url: '/v1/customers' });
  expect(first.data.map(({ id }) => id)).toEqual(ids.slice(0, 2));
  const next = await stripe.customers.list({ email, limit: 2, starting_after: ids[1] ?? '' });
  expect(next.data.map(({ id }) => id)).toEqual(ids.slice(2, 4));
  const all = await stripe.customers.list({ email, limit: 2 }).autoPagingToArray({ limit: 100 });
  expect(all.map(({ id }) => id)).toEqual(ids);
});

test('a deleted customer is not listed, and says so', async () => {
  const { stripe } = fixture;
  const email = 'apagada@atelie.example';
  const { id } = await stripe.customers.create({ email });
  await stripe.customers.del(id);
  expect((await stripe.customers.list({ email })).data).toEqual([]);
  expect(await stripe.customers.retrieve(id)).toMatchObject({ deleted: true });
});

test('the plans are found by their lookup keys', async () => {
  const { stripe, sandbox } = fixture;
  const keys = ['pontual_pro_monthly', 'pontual_premium_monthly'];
  const { data } = await stripe.prices.list({ lookup_keys: keys, active: true });
  expect(data).toMatchObject([
    { unit_amount: 4999, tax_behavior: 'inclusive', product: 'prod_pontual_premium' },
    {
      id: sandbox.services.STRIPE_PRICE_PRO,
      unit_amount: 1999,
      currency: 'brl',
      recurring: { interval: 'month' },
      product: 'prod_pontual_pro',
    },
  ]);
});

test('a call that is repeated with its idempotency key has one effect and one response', async () => {
  const { stripe } = fixture;
  const email = 'uma.vez@atelie.example';
  const idempotencyKey = 'cliente-uma-vez';
  const first = await stripe.customers.create({ email }, { idempotencyKey });
  const again = await stripe.customers.create({ email }, { idempotencyKey });
  expect(again.id).toBe(first.id);
  expect((await stripe.customers.list({ email })).data).toHaveLength(1);
  const other = stripe.customers.create({ email: 'outra@atelie.example' }, { idempotencyKey });
  await expect(other).rejects.toMatchObject({ type: 'StripeIdempotencyError', statusCode: 400 });
  const raw = await callApi('POST', '/v1/customers', 'email=a%40b.example', {
    'idempotency-key': 'so-texto',
  });
  const replay = await callApi('POST', '/v1/customers', 'email=a%40b.example', {
    'idempotency-key': 'so-texto',
  });
  expect(replay.headers.get('idempotent-replayed')).toBe('true');
  expect(replay.headers.get('original-request')).toBe(raw.headers.get('request-id'));
});

test('of two concurrent calls with one key, the second is refused and can be retried', async () => {
  const { stripe, sandbox } = fixture;
  const delayMs = 60_000;
  const slow = { service: 'payments', step: 'customer-create', fault: 'slow-effect', delayMs };
  await callControl(sandbox, '/faults', slow);
  const key = { idempotencyKey: 'ao-mesmo-tempo' };
  const email = 'juntos@atelie.example';
  const first = stripe.customers.create({ email }, key);
  await expect.poll(async () => (await callControl(sandbox, '/faults')).json()).toEqual([]);
  await expect(stripe.customers.create({ email }, key)).rejects.toMatchObject({
    statusCode: 409,
    code: 'idempotency_key_in_use',
  });
  await callControl(sandbox, '/clock', { advanceMs: delayMs });
  expect(await first).toMatchObject({ email });
  expect((await stripe.customers.list({ email })).data).toHaveLength(1);
});

test('only expandable properties are expanded', async () => {
  const { stripe } = fixture;
  const subscription = await subscribe(fixture);
  const { data } = await stripe.subscriptions.list({ expand: ['data.customer', 'data.schedule'] });
  expect(data).toMatchObject([{ customer: { id: subscription.customer }, schedule: null }]);
  await expect(
    stripe.subscriptions.retrieve(subscription.id, { expand: ['favourite_colour'] }),
  ).rejects.toMatchObject({ message: 'This property cannot be expanded (favourite_colour).' });
});

test('a reset deletes customers and keeps the plans for sale', async () => {
  const { stripe, sandbox } = fixture;
  await stripe.customers.create({ email: 'esquecida@atelie.example' });
  await callControl(sandbox, '/reset', {});
  expect((await stripe.customers.list()).data).toEqual([]);
  const { data } = await createStripeClient(sandbox).prices.list({
    lookup_keys: ['pontual_pro_monthly'],
  });
  expect(data).toHaveLength(1);
  const services = await (await callControl(sandbox, '/services')).json();
  expect(services).toMatchObject({ STRIPE_PRICE_PRO: data[0]?.id });
});
