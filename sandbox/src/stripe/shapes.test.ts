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

test('products, prices, customers and the portal have the keys of the published examples', async () => {
  const { stripe } = fixture;
  const product = await stripe.products.create({ name: 'Pontual Equipe' });
  expect(findShapeDifferences(product)).toEqual([]);
  const price = await stripe.prices.create({
    currency: 'brl',
    unit_amount: 9999,
    product: product.id,
    recurring: { interval: 'month' },
  });
  expect(findShapeDifferences(price)).toEqual([]);
  expect(
    findShapeDifferences(await stripe.prices.list({ lookup_keys: ['pontual_pro_monthly'] })),
  ).toEqual([]);
  const customer = await stripe.customers.create({ email: 'lia@liaprado.com.br' });
  expect(findShapeDifferences(customer)).toEqual([]);
  const configuration = await stripe.billingPortal.configurations.create({
    features: { payment_method_update: { enabled: true } },
  });
  expect(findShapeDifferences(configuration)).toEqual([]);
  const portal = await stripe.billingPortal.sessions.create({
    configuration: configuration.id,
    customer: customer.id,
    return_url: 'http://localhost:4999/account',
  });
  expect(findShapeDifferences(portal)).toEqual([]);
  expect(findShapeDifferences(await stripe.billingPortal.configurations.list())).toEqual([]);
  expect(findShapeDifferences(await stripe.customers.del(customer.id))).toEqual([]);
});

test('checkout, subscription and all payment objects have those keys', async () => {
  const { stripe } = fixture;
  const session = await createCheckout(fixture);
  expect(findShapeDifferences(session)).toEqual([]);
  const { line_items: items } = await stripe.checkout.sessions.retrieve(session.id, {
    expand: ['line_items'],
  });
  expect(findShapeDifferences({ ...items })).toEqual([]);
  const { id, customer } = await subscribe(fixture);
  const ofCustomer = { customer: idOf(customer) };
  expect(findShapeDifferences(await stripe.subscriptions.retrieve(id))).toEqual([]);
  expect(findShapeDifferences(await stripe.checkout.sessions.list(ofCustomer))).toEqual([]);
  const { data: invoices } = await stripe.invoices.list(ofCustomer);
  const invoice = invoices[0]?.id ?? '';
  expect(findShapeDifferences(await stripe.invoices.retrieve(invoice))).toEqual([]);
  const payments = await stripe.invoicePayments.list({ invoice });
  expect(findShapeDifferences(payments)).toEqual([]);
  const intent = idOf(payments.data[0]?.payment.payment_intent);
  expect(findShapeDifferences(await stripe.paymentIntents.retrieve(intent))).toEqual([]);
  expect(findShapeDifferences(await stripe.refunds.create({ payment_intent: intent }))).toEqual([]);
  expect(findShapeDifferences(await stripe.charges.list(ofCustomer))).toEqual([]);
  expect(findShapeDifferences(await stripe.subscriptions.cancel(id))).toEqual([]);
  const events = await stripe.events.list({ limit: 100 });
  expect(findShapeDifferences(events)).toEqual([]);
  for (const { data } of events.data) expect(findShapeDifferences(data.object)).toEqual([]);
});
