import { afterAll, beforeAll, expect, test } from 'vitest';
import { findTypeErrors } from '../../testing/stripe-types.ts';
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

test('a response with a missing, an unknown or a wrong member is detected', async () => {
  const { id: _, ...product } = await fixture.stripe.products.create({ name: 'Pontual Equipe' });
  const errors = await findTypeErrors(
    product,
    { ...product, id: 'prod_1', weight: 1 },
    { ...product, id: 'prod_1', active: 'yes' },
  );
  expect(errors).toEqual([
    expect.stringContaining("'id' is missing"),
    expect.stringMatching(/weight.* does not exist/),
    expect.stringContaining("Type 'string' is not assignable"),
  ]);
});

test('products, prices, customers and the portal have the types of the SDK', async () => {
  const { stripe } = fixture;
  const product = await stripe.products.create({ name: 'Pontual Equipe' });
  const price = await stripe.prices.create({
    currency: 'brl',
    unit_amount: 9999,
    product: product.id,
    recurring: { interval: 'month' },
  });
  const customer = await stripe.customers.create({ email: 'lia@liaprado.com.br' });
  const configuration = await stripe.billingPortal.configurations.create({
    features: { payment_method_update: { enabled: true } },
  });
  const portal = await stripe.billingPortal.sessions.create({
    configuration: configuration.id,
    customer: customer.id,
    return_url: 'http://localhost:4999/account',
  });
  const errors = await findTypeErrors(
    product,
    price,
    await stripe.prices.list({ lookup_keys: ['pontual_pro_monthly'] }),
    customer,
    configuration,
    portal,
    await stripe.billingPortal.configurations.list(),
    await stripe.customers.del(customer.id),
  );
  expect(errors).toEqual([]);
});

test('checkout, subscription and all payment objects have those types', async () => {
  const { stripe } = fixture;
  const session = await createCheckout(fixture);
  const { line_items: items } = await stripe.checkout.sessions.retrieve(session.id, {
    expand: ['line_items'],
  });
  const { id, customer } = await subscribe(fixture);
  const ofCustomer = { customer: idOf(customer) };
  const { data: invoices } = await stripe.invoices.list(ofCustomer);
  const invoice = invoices[0]?.id ?? '';
  const payments = await stripe.invoicePayments.list({ invoice });
  const intent = idOf(payments.data[0]?.payment.payment_intent);
  const events = await stripe.events.list({ limit: 100 });
  const errors = await findTypeErrors(
    session,
    { ...items },
    await stripe.subscriptions.retrieve(id),
    await stripe.checkout.sessions.list(ofCustomer),
    await stripe.invoices.retrieve(invoice),
    payments,
    await stripe.paymentIntents.retrieve(intent),
    await stripe.refunds.create({ payment_intent: intent }),
    await stripe.charges.list(ofCustomer),
    await stripe.subscriptions.cancel(id),
    events,
    ...events.data.map(({ data }) => data.object),
  );
  expect(errors).toEqual([]);
});
