import type { Stripe } from 'stripe';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { callControl } from '../../testing/graph-client.ts';
import {
  TEST_CARD,
  idOf,
  openStripeFixture,
  submitForm,
  subscribe,
  type StripeFixture,
} from '../../testing/stripe-fixture.ts';
import { findTypeErrors } from '../../testing/stripe-types.ts';

let fixture: StripeFixture;
let configuration: Stripe.BillingPortal.Configuration;
beforeAll(async () => {
  fixture = await openStripeFixture({ webhookUrl: '' });
});
beforeEach(async () => {
  await fixture.sandbox.reset();
  const { STRIPE_PRICE_PRO: pro, STRIPE_PRICE_PREMIUM: premium } = fixture.sandbox.services;
  configuration = await fixture.stripe.billingPortal.configurations.create({
    features: {
      invoice_history: { enabled: true },
      payment_method_update: { enabled: true },
      subscription_cancel: { enabled: true },
      subscription_update: {
        enabled: true,
        default_allowed_updates: ['price'],
        proration_behavior: 'always_invoice',
        products: [
          { product: 'prod_pontual_pro', prices: [pro] },
          { product: 'prod_pontual_premium', prices: [premium] },
        ],
        schedule_at_period_end: { conditions: [{ type: 'decreasing_item_amount' }] },
        trial_update_behavior: 'continue_trial',
      },
    },
  });
});
afterAll(() => fixture.close());

const RETURN = 'http://localhost:4999/account';
const openPage = async (url: string) => {
  const response = await fetch(url);
  return { at: response.url, status: response.status, text: await response.text() };
};

async function openPortal() {
  const subscription = await subscribe(fixture);
  const customer = idOf(subscription.customer);
  const { url } = await fixture.stripe.billingPortal.sessions.create({
    configuration: configuration.id,
    customer,
    return_url: RETURN,
  });
  return {
    id: subscription.id,
    customer,
    url,
    now: () => fixture.stripe.subscriptions.retrieve(subscription.id),
  };
}

test('the portal shows plan, card, invoices and the return link', async () => {
  const { url } = await openPortal();
  const { text } = await openPage(url);
  for (const part of [
    'Pontual Pro',
    'Ativa',
    '•••• 4242',
    'Paga',
    'R$ 19,99',
    'Voltar ao aplicativo',
  ]) {
    expect(text).toContain(part);
  }
  expect(text).toContain(`href="${RETURN}"`);
});

test('a cancellation sets a date, as flexible billing does, and can be withdrawn', async () => {
  const { id, url, now } = await openPortal();
  const end = (await now()).items.data[0]?.current_period_end;
  const form = await openPage(`${url}/cancel/${id}`);
  expect(form.text).toContain('Cancelar assinatura');
  const done = await submitForm(`${url}/cancel/${id}`, {
    feedback: 'unused',
    comment: 'Volto um dia',
  });
  expect(done).toMatchObject({ status: 303, location: url });
  expect(await now()).toMatchObject({
    status: 'active',
    cancel_at: end,
    cancel_at_period_end: false,
    canceled_at: expect.any(Number),
    cancellation_details: {
      reason: 'cancellation_requested',
      feedback: 'unused',
      comment: 'Volto um dia',
    },
  });
  expect((await openPage(url)).text).toContain('Não cancelar a assinatura');
  await submitForm(`${url}/renew/${id}`, {});
  expect(await now()).toMatchObject({ cancel_at: null, canceled_at: null });
});

test('a larger plan begins at once', async () => {
  const { id, url, now } = await openPortal();
  expect((await openPage(`${url}/update/${id}`)).text).toContain(
    'Pontual Premium: R$ 49,99 por mês',
  );
  await submitForm(`${url}/update/${id}`, { price: fixture.sandbox.services.STRIPE_PRICE_PREMIUM });
  expect((await now()).items.data[0]?.price.unit_amount).toBe(4999);
});

test('another card can be set, unless it is refused', async () => {
  const { customer, url, now } = await openPortal();
  const before = (await now()).default_payment_method;
  const refused = await submitForm(`${url}/card`, { ...TEST_CARD, number: '4000000000009995' });
  expect(refused.text).toContain('Saldo insuficiente');
  expect((await now()).default_payment_method).toBe(before);
  const challenge = await submitForm(`${url}/card`, { ...TEST_CARD, number: '4000002500003155' });
  const failed = await submitForm(challenge.location, { choice: 'falhar' });
  expect((await openPage(failed.location)).text).toContain('Não foi possível confirmar o cartão');
  const again = await submitForm(`${url}/card`, { ...TEST_CARD, number: '4000002500003155' });
  await submitForm(again.location, { choice: 'concluir' });
  expect((await now()).default_payment_method).not.toBe(before);
  expect(await fixture.stripe.customers.retrieve(customer)).toMatchObject({
    invoice_settings: { default_payment_method: (await now()).default_payment_method },
  });
  expect((await openPage(url)).text).toContain('•••• 3155');
});

test('a configuration determines the features of the portal', async () => {
  const { stripe } = fixture;
  const { id, url, now } = await openPortal();
  const disabled = { enabled: false };
  const change = (features: Stripe.BillingPortal.ConfigurationUpdateParams.Features) =>
    stripe.billingPortal.configurations.update(configuration.id, { features });
  await change({
    invoice_history: disabled,
    payment_method_update: disabled,
    subscription_cancel: disabled,
  });
  const { text } = await openPage(url);
  for (const part of ['Trocar o cartão', 'Faturas', 'Cancelar assinatura']) {
    expect(text).not.toContain(part);
  }
  await submitForm(`${url}/cancel/${id}`, {});
  expect(await now()).toMatchObject({ cancel_at: null });
  const changed = await change({ subscription_cancel: { enabled: true } });
  expect(changed.features).toMatchObject({
    subscription_cancel: { enabled: true, mode: 'at_period_end' },
    invoice_history: { enabled: false },
  });
  expect((await openPage(url)).text).toContain('Cancelar assinatura');
});

test('an unknown or expired URL returns 404', async () => {
  const { url } = await openPortal();
  expect((await openPage(`${url}x`)).status).toBe(404);
  await fetch(`${fixture.sandbox.url}/_sandbox/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ advanceMs: 2 * 3_600_000 }),
  });
  expect((await openPage(url)).status).toBe(404);
});

test('a smaller plan starts with the next period, and the change can be withdrawn', async () => {
  const { stripe } = fixture;
  const { STRIPE_PRICE_PRO: pro, STRIPE_PRICE_PREMIUM: premium } = fixture.sandbox.services;
  const { id, url, customer, now } = await openPortal();
  const choose = (price: string) => submitForm(`${url}/update/${id}`, { price });
  const amount = async () => (await now()).items.data[0]?.price.unit_amount;
  const scheduled = async () => idOf((await now()).schedule);
  await choose(premium);
  expect(await amount()).toBe(4999);

  await choose(pro);
  expect(await amount()).toBe(4999);
  expect((await openPage(url)).text).toContain('Muda para Pontual Pro');
  const unexpanded = await stripe.subscriptionSchedules.retrieve(await scheduled());
  expect(await findTypeErrors(unexpanded)).toEqual([]);
  const schedule = await stripe.subscriptionSchedules.retrieve(await scheduled(), {
    expand: ['phases.items.price'],
  });
  expect(schedule).toMatchObject({ status: 'active', subscription: id });
  expect(schedule.phases[1]?.items[0]?.price).toMatchObject({ id: pro, unit_amount: 1999 });
  await expect(stripe.subscriptions.update(id, { cancel_at_period_end: true })).rejects.toThrow(
    'managed by the subscription schedule',
  );
  await choose(premium);
  expect(await scheduled()).toBe('');

  await choose(pro);
  const first = await scheduled();
  expect(await stripe.subscriptionSchedules.release(first)).toMatchObject({ status: 'released' });
  await expect(stripe.subscriptionSchedules.release(first)).rejects.toThrow('cannot release');
  await choose(pro);
  await callControl(fixture.sandbox, '/clock', { advanceMs: 32 * 86_400_000 });
  expect(await amount()).toBe(1999);
  const [last] = (await stripe.invoices.list({ customer })).data;
  expect(last).toMatchObject({ status: 'paid', amount_paid: 1999 });
});
