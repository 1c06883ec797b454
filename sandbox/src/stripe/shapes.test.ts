import { afterAll, beforeAll, expect, test } from 'vitest';
import { findShapeDifferences } from '../../testing/stripe-shapes.ts';
import {
  createCheckout,
  idOf,
  openStripeFixture,
  subscribe,
  type StripeFixture,
} from '../../testing/stripe-fixture.ts';

let fixture: StripeFixture;
beforeAll(async () => {
  fixture = await openStripeFixture();
});
afterAll(() => fixture.close());

test('a response with a missing or an unknown key is detected', async () => {
  const { id: _, ...product } = await fixture.stripe.products.create({ name: 'Pontual Equipe' });
  expect(findShapeDifferences({ ...product, weight: 1 })).toEqual([
    'product: unknown weight',
    'product: missing id',
  ]);
});

test('products, prices and customers have the keys of the published examples', async () => {
  const { stripe } = fixture;
  const product = await stripe.products.create({ name: 'Pontual Equipe' });
  expect(findShapeDifferences(product)).toEqual([]);
  expect(findShapeDifferences(await stripe.products.retrieve(product.id))).toEqual([]);
  expect(
    findShapeDifferences(await stripe.products.update(product.id, { description: 'Para equipes' })),
  ).toEqual([]);
  expect(findShapeDifferences(await stripe.products.list())).toEqual([]);
  const price = await stripe.prices.create({
    currency: 'brl',
    unit_amount: 9999,
    product: product.id,
    recurring: { interval: 'year' },
    tax_behavior: 'inclusive',
  });
  expect(findShapeDifferences(price)).toEqual([]);
  expect(findShapeDifferences(await stripe.prices.update(price.id, { nickname: 'Anual' }))).toEqual(
    [],
  );
  expect(
    findShapeDifferences(await stripe.prices.list({ lookup_keys: ['pontual_pro_monthly'] })),
  ).toEqual([]);
  const loose = await stripe.products.create({ name: 'Avulso' });
  expect(findShapeDifferences(await stripe.products.del(loose.id))).toEqual([]);
  const customer = await stripe.customers.create({ email: 'lia@liaprado.com.br' });
  expect(findShapeDifferences(customer)).toEqual([]);
  expect(
    findShapeDifferences(
      await stripe.customers.update(customer.id, { address: { city: 'Recife' } }),
    ),
  ).toEqual([]);
  expect(
    findShapeDifferences(await stripe.customers.search({ query: "email:'lia@liaprado.com.br'" })),
  ).toEqual([]);
  expect(findShapeDifferences(await stripe.customers.del(customer.id))).toEqual([]);
});

test('checkout, subscription and all payment objects have those keys', async () => {
  const { stripe } = fixture;
  expect(findShapeDifferences(await createCheckout(fixture))).toEqual([]);
  const bought = await subscribe(fixture);
  const { id } = bought;
  const customer = idOf(bought.customer);
  expect(findShapeDifferences(await stripe.subscriptions.retrieve(id))).toEqual([]);
  expect(findShapeDifferences(await stripe.subscriptionItems.list({ subscription: id }))).toEqual(
    [],
  );
  expect(findShapeDifferences(await stripe.checkout.sessions.list({ subscription: id }))).toEqual(
    [],
  );
  const [invoice] = (await stripe.invoices.list({ customer })).data;
  expect(
    findShapeDifferences(
      await stripe.invoices.retrieve(invoice?.id ?? '', { expand: ['payments'] }),
    ),
  ).toEqual([]);
  expect(findShapeDifferences(await stripe.invoices.listLineItems(invoice?.id ?? ''))).toEqual([]);
  const payments = await stripe.invoicePayments.list({ invoice: invoice?.id ?? '' });
  expect(findShapeDifferences(payments)).toEqual([]);
  const intent = idOf(payments.data[0]?.payment.payment_intent);
  expect(findShapeDifferences(await stripe.paymentIntents.retrieve(intent))).toEqual([]);
  expect(findShapeDifferences(await stripe.charges.list({ payment_intent: intent }))).toEqual([]);
  expect(findShapeDifferences(await stripe.refunds.create({ payment_intent: intent }))).toEqual([]);
  expect(findShapeDifferences(await stripe.charges.list({ customer }))).toEqual([]);
  expect(findShapeDifferences(await stripe.paymentMethods.list({ customer }))).toEqual([]);
  const portal = await stripe.billingPortal.sessions.create({
    customer,
    return_url: 'http://localhost:4999/account',
    flow_data: { type: 'subscription_cancel', subscription_cancel: { subscription: id } },
  });
  expect(findShapeDifferences({ ...portal, flow: null })).toEqual([]);
  expect(findShapeDifferences(await stripe.billingPortal.configurations.list())).toEqual([]);
  expect(
    findShapeDifferences(
      await stripe.subscriptions.cancel(id, { invoice_now: true, prorate: true }),
    ),
  ).toEqual([]);
  expect(findShapeDifferences(await stripe.events.list({ limit: 100 }))).toEqual([]);
  const events = await stripe.events.list({ limit: 100 });
  for (const { data } of events.data) expect(findShapeDifferences(data.object)).toEqual([]);
});

test('webhook endpoints and test clocks have those keys', async () => {
  const { stripe } = fixture;
  const endpoint = await stripe.webhookEndpoints.create({
    url: 'http://localhost:4998/outro',
    enabled_events: ['invoice.paid'],
  });
  expect(findShapeDifferences(endpoint)).toEqual([]);
  expect(endpoint.secret).toMatch(/^whsec_/);
  expect(
    findShapeDifferences(await stripe.webhookEndpoints.update(endpoint.id, { disabled: true })),
  ).toEqual([]);
  expect(findShapeDifferences(await stripe.webhookEndpoints.list())).toEqual([]);
  expect(findShapeDifferences(await stripe.webhookEndpoints.del(endpoint.id))).toEqual([]);
  const clock = await stripe.testHelpers.testClocks.create({ frozen_time: 1_790_000_000 });
  expect(findShapeDifferences(clock)).toEqual([]);
  const later = { frozen_time: 1_790_086_400 };
  expect(
    findShapeDifferences(await stripe.testHelpers.testClocks.advance(clock.id, later)),
  ).toEqual([]);
  expect(findShapeDifferences(await stripe.testHelpers.testClocks.list())).toEqual([]);
  expect(findShapeDifferences(await stripe.testHelpers.testClocks.del(clock.id))).toEqual([]);
});
