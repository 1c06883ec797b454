import { afterAll, beforeAll, expect, test } from 'vitest';
import { shapeProblems } from '../testing/stripe-shapes.ts';
import { beginCheckout, idOf, openTill, subscribe, type Till } from '../testing/payments-client.ts';

let till: Till;
beforeAll(async () => {
  till = await openTill();
});
afterAll(() => till.close());

test('a reply that lacks a key or has a strange one is found out', async () => {
  const { id: _, ...product } = await till.stripe.products.create({ name: 'Pontual Equipe' });
  expect(shapeProblems({ ...product, weight: 1 })).toEqual([
    'product: unknown weight',
    'product: missing id',
  ]);
});

test('products, prices and customers answer with the keys of the published examples', async () => {
  const { stripe } = till;
  const product = await stripe.products.create({ name: 'Pontual Equipe' });
  expect(shapeProblems(product)).toEqual([]);
  expect(shapeProblems(await stripe.products.retrieve(product.id))).toEqual([]);
  expect(
    shapeProblems(await stripe.products.update(product.id, { description: 'Para equipes' })),
  ).toEqual([]);
  expect(shapeProblems(await stripe.products.list())).toEqual([]);
  const price = await stripe.prices.create({
    currency: 'brl',
    unit_amount: 9999,
    product: product.id,
    recurring: { interval: 'year' },
    tax_behavior: 'inclusive',
  });
  expect(shapeProblems(price)).toEqual([]);
  expect(shapeProblems(await stripe.prices.update(price.id, { nickname: 'Anual' }))).toEqual([]);
  expect(shapeProblems(await stripe.prices.list({ lookup_keys: ['pontual_pro_monthly'] }))).toEqual(
    [],
  );
  const loose = await stripe.products.create({ name: 'Avulso' });
  expect(shapeProblems(await stripe.products.del(loose.id))).toEqual([]);
  const customer = await stripe.customers.create({ email: 'lia@liaprado.com.br' });
  expect(shapeProblems(customer)).toEqual([]);
  expect(
    shapeProblems(await stripe.customers.update(customer.id, { address: { city: 'Recife' } })),
  ).toEqual([]);
  expect(
    shapeProblems(await stripe.customers.search({ query: "email:'lia@liaprado.com.br'" })),
  ).toEqual([]);
  expect(shapeProblems(await stripe.customers.del(customer.id))).toEqual([]);
});

test('checkout, subscription and all that is paid answer with those keys', async () => {
  const { stripe } = till;
  expect(shapeProblems(await beginCheckout(till))).toEqual([]);
  const bought = await subscribe(till);
  const { id } = bought;
  const customer = idOf(bought.customer);
  expect(shapeProblems(await stripe.subscriptions.retrieve(id))).toEqual([]);
  expect(shapeProblems(await stripe.subscriptionItems.list({ subscription: id }))).toEqual([]);
  expect(shapeProblems(await stripe.checkout.sessions.list({ subscription: id }))).toEqual([]);
  const [invoice] = (await stripe.invoices.list({ customer })).data;
  expect(
    shapeProblems(await stripe.invoices.retrieve(invoice?.id ?? '', { expand: ['payments'] })),
  ).toEqual([]);
  expect(shapeProblems(await stripe.invoices.listLineItems(invoice?.id ?? ''))).toEqual([]);
  const payments = await stripe.invoicePayments.list({ invoice: invoice?.id ?? '' });
  expect(shapeProblems(payments)).toEqual([]);
  const intent = idOf(payments.data[0]?.payment.payment_intent);
  expect(shapeProblems(await stripe.paymentIntents.retrieve(intent))).toEqual([]);
  expect(shapeProblems(await stripe.charges.list({ payment_intent: intent }))).toEqual([]);
  expect(shapeProblems(await stripe.refunds.create({ payment_intent: intent }))).toEqual([]);
  expect(shapeProblems(await stripe.charges.list({ customer }))).toEqual([]);
  expect(shapeProblems(await stripe.paymentMethods.list({ customer }))).toEqual([]);
  const portal = await stripe.billingPortal.sessions.create({
    customer,
    return_url: 'http://localhost:4999/account',
    flow_data: { type: 'subscription_cancel', subscription_cancel: { subscription: id } },
  });
  expect(shapeProblems({ ...portal, flow: null })).toEqual([]);
  expect(shapeProblems(await stripe.billingPortal.configurations.list())).toEqual([]);
  expect(
    shapeProblems(await stripe.subscriptions.cancel(id, { invoice_now: true, prorate: true })),
  ).toEqual([]);
  expect(shapeProblems(await stripe.events.list({ limit: 100 }))).toEqual([]);
  const events = await stripe.events.list({ limit: 100 });
  for (const { data } of events.data) expect(shapeProblems(data.object)).toEqual([]);
});

test('endpoints of webhooks and test clocks answer with those keys', async () => {
  const { stripe } = till;
  const endpoint = await stripe.webhookEndpoints.create({
    url: 'http://localhost:4998/outro',
    enabled_events: ['invoice.paid'],
  });
  expect(shapeProblems(endpoint)).toEqual([]);
  expect(endpoint.secret).toMatch(/^whsec_/);
  expect(
    shapeProblems(await stripe.webhookEndpoints.update(endpoint.id, { disabled: true })),
  ).toEqual([]);
  expect(shapeProblems(await stripe.webhookEndpoints.list())).toEqual([]);
  expect(shapeProblems(await stripe.webhookEndpoints.del(endpoint.id))).toEqual([]);
  const clock = await stripe.testHelpers.testClocks.create({ frozen_time: 1_790_000_000 });
  expect(shapeProblems(clock)).toEqual([]);
  const later = { frozen_time: 1_790_086_400 };
  expect(shapeProblems(await stripe.testHelpers.testClocks.advance(clock.id, later))).toEqual([]);
  expect(shapeProblems(await stripe.testHelpers.testClocks.list())).toEqual([]);
  expect(shapeProblems(await stripe.testHelpers.testClocks.del(clock.id))).toEqual([]);
});
