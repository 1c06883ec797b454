import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  createCheckout,
  TEST_CARD,
  TEST_EMAIL,
  idOf,
  openStripeFixture,
  submitForm,
  subscribe,
  type StripeFixture,
} from '../../testing/stripe-fixture.ts';

let fixture: StripeFixture;
beforeAll(async () => {
  fixture = await openStripeFixture();
});
beforeEach(() => fixture.sandbox.reset());
afterAll(() => fixture.close());

const openPage = async (url: string | null) => (await fetch(url ?? '')).text();
const listEventTypes = async (type = '*') => {
  const { data } = await fixture.stripe.events.list({ limit: 100, type });
  return data.map(({ type }) => type).toReversed();
};

test('a trial costs nothing today, and the page says so before it starts', async () => {
  const { stripe } = fixture;
  const session = await createCheckout(fixture, {
    client_reference_id: 'usuaria-1',
    allowed_payment_method_types: ['card'],
    locale: 'pt-BR',
    subscription_data: {
      trial_period_days: 14,
      metadata: { workspace_id: 'oficina-1' },
    },
  });
  expect(session).toMatchObject({ status: 'open', payment_status: 'unpaid', subscription: null });
  const page = await openPage(session.url);
  expect(page).toContain('R$ 0,00 hoje, depois R$ 19,99 por mês');
  expect(page).toContain('Iniciar teste');
  expect(page).toContain('ambiente de demonstração');
  expect(page).toContain('href="http://localhost:4999/plans"');
  const paid = await submitForm(session.url ?? '', TEST_CARD);
  expect(paid).toMatchObject({
    status: 303,
    location: `http://localhost:4999/dashboard?success=true&session_id=${session.id}`,
  });
  const done = await stripe.checkout.sessions.retrieve(session.id, {
    expand: ['subscription', 'line_items'],
  });
  expect(done).toMatchObject({
    status: 'complete',
    payment_status: 'no_payment_required',
    client_reference_id: 'usuaria-1',
    customer_details: { email: TEST_EMAIL, name: TEST_CARD.name },
    line_items: { data: [{ quantity: 1, price: { unit_amount: 1999 } }] },
    subscription: {
      status: 'trialing',
      metadata: { workspace_id: 'oficina-1' },
      cancel_at_period_end: false,
      billing_mode: { type: 'flexible' },
    },
  });
  const {
    trial_end: trialEnd,
    trial_start: start,
    items,
  } = done.subscription as never as {
    trial_end: number;
    trial_start: number;
    items: { data: { current_period_end: number }[] };
  };
  expect(trialEnd - start).toBe(14 * 86_400);
  expect(items.data[0]?.current_period_end).toBe(trialEnd);
  const invoice = await stripe.invoices.retrieve(idOf(done.invoice));
  expect(invoice).toMatchObject({ status: 'paid', amount_due: 0 });
});

test('without a trial the first month is paid at once, and events report each step', async () => {
  const { stripe } = fixture;
  const customer = await stripe.customers.create({ email: 'lia@liaprado.com.br' });
  const subscription = await subscribe(fixture, { customer: customer.id });
  expect(subscription).toMatchObject({ status: 'active', customer: customer.id });
  const invoice = await stripe.invoices.retrieve(idOf(subscription.latest_invoice));
  expect(invoice).toMatchObject({
    status: 'paid',
    amount_paid: 1999,
    currency: 'brl',
    billing_reason: 'subscription_create',
    parent: { subscription_details: { subscription: subscription.id } },
  });
  const payments = await stripe.invoicePayments.list({ invoice: invoice.id, status: 'paid' });
  const intent = idOf(payments.data[0]?.payment.payment_intent);
  expect(await stripe.paymentIntents.retrieve(intent, { expand: ['latest_charge'] })).toMatchObject(
    { status: 'succeeded', latest_charge: { amount: 1999, paid: true } },
  );
  expect(await listEventTypes()).toEqual([
    'customer.created',
    'customer.updated',
    'payment_method.attached',
    'customer.subscription.created',
    'invoice.created',
    'customer.subscription.updated',
    'invoice.finalized',
    'payment_intent.created',
    'charge.succeeded',
    'payment_intent.succeeded',
    'invoice_payment.paid',
    'invoice.paid',
    'invoice.payment_succeeded',
    'customer.subscription.updated',
    'checkout.session.completed',
  ]);
});

test.each([
  ['4000 0000 0000 0002', 'Seu cartão foi recusado'],
  ['4000 0000 0000 9995', 'Saldo insuficiente'],
  ['4000 0000 0000 0069', 'Seu cartão venceu'],
  ['4000 0000 0000 0127', 'O código de segurança (CVC) está incorreto'],
  ['4000 0000 0000 0341', 'Seu cartão foi recusado'],
  ['4242 4242 4242 4241', 'O número do cartão está incorreto'],
  ['4111 1111 1111 1111', 'só aceita cartões de teste'],
])('the card %s is refused with its reason, and the page stays open', async (number, reason) => {
  const session = await createCheckout(fixture);
  const answer = await submitForm(session.url ?? '', { ...TEST_CARD, number });
  expect(answer.status).toBe(200);
  expect(answer.text).toContain(reason);
  expect(answer.text).toContain('role="alert"');
  const { status } = await fixture.stripe.checkout.sessions.retrieve(session.id);
  expect(status).toBe('open');
  expect((await submitForm(session.url ?? '', TEST_CARD)).status).toBe(303);
});

test('each invalid field has its own error', async () => {
  const session = await createCheckout(fixture);
  const wrong = { number: '42', expiry: '13/40', cvc: '1', name: '' };
  const { status, text } = await submitForm(session.url ?? '', wrong);
  expect(status).toBe(200);
  for (const name of ['number', 'expiry', 'cvc', 'name']) {
    expect(text).toContain(`id="${name}-problem"`);
  }
  expect((await submitForm(session.url ?? '', { ...TEST_CARD, expiry: '01/20' })).text).toContain(
    'A validade do cartão já passou',
  );
});

test('a Brazilian card pays', async () => {
  const { customer } = await subscribe(fixture, {}, { number: '4000 0007 6000 0002' });
  const { data } = await fixture.stripe.charges.list({ customer: idOf(customer) });
  expect(data).toMatchObject([
    { paid: true, payment_method_details: { card: { country: 'BR', last4: '0002' } } },
  ]);
});

test('a bank that requires authentication does so on its own page, or the card is refused', async () => {
  const session = await createCheckout(fixture);
  const card = { ...TEST_CARD, number: '4000 0025 0000 3155' };
  const challenge = await submitForm(session.url ?? '', card);
  expect(challenge.location).toContain('/3d_secure/');
  expect(await openPage(challenge.location)).toContain('Falhar autenticação');
  const failed = await submitForm(challenge.location, { choice: 'falhar' });
  expect(await openPage(failed.location)).toContain('Não foi possível confirmar o cartão');
  const again = await submitForm(session.url ?? '', card);
  const done = await submitForm(again.location, { choice: 'concluir' });
  expect(done.location).toContain(`session_id=${session.id}`);
  const { status } = await fixture.stripe.checkout.sessions.retrieve(session.id);
  expect(status).toBe('complete');
});

test('a second click after the payment leads to the same page and buys nothing', async () => {
  const session = await createCheckout(fixture);
  const first = await submitForm(session.url ?? '', TEST_CARD);
  const second = await submitForm(session.url ?? '', TEST_CARD);
  expect(second).toMatchObject({ status: 303, location: first.location });
  expect((await fixture.stripe.subscriptions.list()).data).toHaveLength(1);
  expect(await openPage(session.url)).toContain('Esta assinatura já foi concluída');
});

test('a session of a deleted customer cannot be paid', async () => {
  const { stripe } = fixture;
  const customer = await stripe.customers.create({ email: TEST_EMAIL });
  const session = await createCheckout(fixture, { customer: customer.id });
  await stripe.customers.del(customer.id);
  expect(await submitForm(session.url ?? '', TEST_CARD)).toMatchObject({ status: 404 });
  expect((await stripe.subscriptions.list()).data).toEqual([]);
});

test('a session that is closed, by the API or by time, cannot be paid', async () => {
  const { stripe } = fixture;
  const session = await createCheckout(fixture);
  expect(await stripe.checkout.sessions.expire(session.id)).toMatchObject({ status: 'expired' });
  expect(await submitForm(session.url ?? '', TEST_CARD)).toMatchObject({ status: 404 });
  await expect(stripe.checkout.sessions.expire(session.id)).rejects.toMatchObject({
    message: expect.stringContaining('has a status of expired'),
  });
  const other = await createCheckout(fixture);
  await fetch(`${fixture.sandbox.url}/_sandbox/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ advanceMs: 25 * 3_600_000 }),
  });
  expect((await stripe.checkout.sessions.retrieve(other.id)).status).toBe('expired');
  expect(await listEventTypes('checkout.*')).toEqual([
    'checkout.session.expired',
    'checkout.session.expired',
  ]);
});

test.each([
  [{ mode: 'payment' }, 'mode'],
  [{ success_url: 'javascript:alert(1)' }, 'success_url'],
  [{ payment_method_types: ['card'] }, 'payment_method_types'],
  [{ line_items: [{ price: 'price_nenhum', quantity: 1 }] }, 'line_items[0][price]'],
  [{ customer: 'cus_ninguem' }, 'customer'],
])('a checkout refuses %o', async (more, param) => {
  await expect(createCheckout(fixture, more as object)).rejects.toMatchObject({ param });
});
