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

const DAY = 86_400;
const START = Date.UTC(2026, 0, 31, 12) / 1000;

let fixture: StripeFixture;
beforeAll(async () => {
  fixture = await openStripeFixture({ webhookUrl: '' });
});
beforeEach(() => fixture.sandbox.reset());
afterAll(() => fixture.close());

async function createClockedSubscription(card: Partial<typeof TEST_CARD> = {}, trialDays?: number) {
  const { stripe } = fixture;
  const clock = await stripe.testHelpers.testClocks.create({ frozen_time: START });
  const customer = await stripe.customers.create({ test_clock: clock.id, email: TEST_CARD.email });
  const trial = trialDays === undefined ? {} : { trial_period_days: trialDays };
  const more = { customer: customer.id, subscription_data: trial };
  const { id } = await subscribe(fixture, more, card);
  return {
    customer: customer.id,
    id,
    to: (time: number) => stripe.testHelpers.testClocks.advance(clock.id, { frozen_time: time }),
    now: () => stripe.subscriptions.retrieve(id),
  };
}

type ClockedSubscription = Awaited<ReturnType<typeof createClockedSubscription>>;

const readPeriodEnd = ({ items }: Stripe.Subscription) => items.data[0]?.current_period_end ?? 0;
const listInvoiceSummaries = async ({ customer }: ClockedSubscription) => {
  const { data } = await fixture.stripe.invoices.list({ customer, limit: 100 });
  return data.map(({ amount_paid: paid, status }) => `${status} ${paid}`).toReversed();
};
const listEvents = async (prefix: string) => {
  const { data } = await fixture.stripe.events.list({ type: `${prefix}*`, limit: 100 });
  return data.toReversed();
};
async function setCard({ customer, id }: ClockedSubscription, token: string) {
  const { stripe } = fixture;
  const method = await stripe.paymentMethods.attach(token, { customer });
  await stripe.subscriptions.update(id, { default_payment_method: method.id });
}

test('in twelve months the trial is announced and ends, and each month is paid on its day', async () => {
  const somebody = await createClockedSubscription({}, 14);
  const trialEnd = (await somebody.now()).trial_end ?? 0;
  await somebody.to(trialEnd - 3 * DAY + 60);
  expect(await listEvents('customer.subscription.trial_will_end')).toMatchObject([
    { data: { object: { id: somebody.id, status: 'trialing' } }, created: trialEnd - 3 * DAY },
  ]);
  await somebody.to(trialEnd + 60);
  expect(await somebody.now()).toMatchObject({ status: 'active' });
  // The invoice is a draft for an hour.
  expect(await listInvoiceSummaries(somebody)).toEqual(['paid 0', 'draft 0']);
  await somebody.to(trialEnd + 3700);
  expect(await listInvoiceSummaries(somebody)).toEqual(['paid 0', 'paid 1999']);
  await somebody.to(Date.UTC(2027, 0, 20) / 1000);
  expect(await listInvoiceSummaries(somebody)).toEqual([
    'paid 0',
    ...Array.from({ length: 12 }, () => 'paid 1999'),
  ]);
  expect(await listEvents('customer.subscription.trial_will_end')).toHaveLength(1);
});

test('a subscription of the 31st is due on the last day of shorter months', async () => {
  const somebody = await createClockedSubscription();
  const ends: string[] = [];
  for (let month = 1; month <= 3; month += 1) {
    const end = readPeriodEnd(await somebody.now());
    ends.push(new Date(end * 1000).toISOString());
    await somebody.to(end + 60);
  }
  expect(ends).toEqual([
    '2026-02-28T12:00:00.000Z',
    '2026-03-31T12:00:00.000Z',
    '2026-04-30T12:00:00.000Z',
  ]);
});

test('a renewal that fails is retried, and a good card recovers the subscription', async () => {
  const somebody = await createClockedSubscription();
  await setCard(somebody, 'pm_card_chargeCustomerFail');
  const due = readPeriodEnd(await somebody.now()) + 3700;
  await somebody.to(due);
  expect(await somebody.now()).toMatchObject({ status: 'past_due' });
  expect(await fixture.stripe.customers.retrieve(somebody.customer)).toMatchObject({
    delinquent: true,
  });
  const [failed] = await listEvents('invoice.payment_failed');
  expect(failed?.data.object).toMatchObject({
    attempt_count: 1,
    next_payment_attempt: expect.any(Number),
    parent: { subscription_details: { subscription: somebody.id } },
  });
  await setCard(somebody, 'pm_card_visa');
  await somebody.to(due + 3 * DAY);
  expect(await somebody.now()).toMatchObject({ status: 'active' });
  expect(await listInvoiceSummaries(somebody)).toEqual(['paid 1999', 'paid 1999']);
  expect(await fixture.stripe.customers.retrieve(somebody.customer)).toMatchObject({
    delinquent: false,
  });
});

test('a card that is only saved during the trial fails when the trial ends', async () => {
  const somebody = await createClockedSubscription({ number: '4000 0000 0000 0341' }, 14);
  expect(await somebody.now()).toMatchObject({ status: 'trialing' });
  await somebody.to(((await somebody.now()).trial_end ?? 0) + 3700);
  expect(await somebody.now()).toMatchObject({ status: 'past_due' });
  expect(await listInvoiceSummaries(somebody)).toEqual(['paid 0', 'open 0']);
});

test.each([
  ['cancel', 'canceled'],
  ['unpaid', 'unpaid'],
] as const)(
  'after the last attempt, the setting %s makes the subscription %s',
  async (dunningEnd, status) => {
    await callControl(fixture.sandbox, '/settings', { dunningEnd });
    const somebody = await createClockedSubscription();
    await setCard(somebody, 'pm_card_chargeCustomerFail');
    const due = readPeriodEnd(await somebody.now()) + 3700;
    await somebody.to(due + 14 * DAY);
    expect(await somebody.now()).toMatchObject({ status: 'past_due' });
    await somebody.to(due + 16 * DAY);
    expect(await somebody.now()).toMatchObject({ status });
    expect(await listEvents('invoice.payment_failed')).toHaveLength(4);
    const ended = await listEvents('customer.subscription.deleted');
    expect(ended).toHaveLength(status === 'canceled' ? 1 : 0);
    await somebody.to(due + 70 * DAY);
    expect(await somebody.now()).toMatchObject({ status });
    expect(await listEvents('invoice.payment_failed')).toHaveLength(4);
  },
);

test('an open invoice can be paid by a call, which is refused with the reason of the bank', async () => {
  const { stripe } = fixture;
  const somebody = await createClockedSubscription();
  await setCard(somebody, 'pm_card_chargeCustomerFail');
  await somebody.to(readPeriodEnd(await somebody.now()) + 3700);
  const owed = idOf((await somebody.now()).latest_invoice);
  await expect(stripe.invoices.pay(owed)).rejects.toMatchObject({
    type: 'StripeCardError',
    code: 'card_declined',
    decline_code: 'generic_decline',
  });
  await setCard(somebody, 'pm_card_visa');
  expect(await stripe.invoices.pay(owed)).toMatchObject({ status: 'paid', amount_paid: 1999 });
  expect(await somebody.now()).toMatchObject({ status: 'active' });
  await expect(stripe.invoices.pay(owed)).rejects.toMatchObject({ code: 'invoice_already_paid' });
});

test('an authentication that the bank requires for every payment is completed on the invoice page', async () => {
  const somebody = await createClockedSubscription();
  await setCard(somebody, 'pm_card_authenticationRequired');
  await somebody.to(readPeriodEnd(await somebody.now()) + 3700);
  expect(await listEvents('invoice.payment_action_required')).toHaveLength(1);
  expect(await somebody.now()).toMatchObject({ status: 'past_due' });
  const invoice = await fixture.stripe.invoices.retrieve(
    idOf((await somebody.now()).latest_invoice),
  );
  const page = invoice.hosted_invoice_url ?? '';
  expect(await (await fetch(page)).text()).toContain('Pagar agora');
  const asked = await submitForm(page, {});
  await submitForm(asked.location, { choice: 'concluir' });
  expect(await (await fetch(page)).text()).toContain('Paga');
  expect(await somebody.now()).toMatchObject({ status: 'active' });
});

test('a plan change is prorated for the rest of the month, as requested', async () => {
  const { stripe, sandbox } = fixture;
  const somebody = await createClockedSubscription();
  const before = await somebody.now();
  const item = before.items.data[0]?.id ?? '';
  const premium = sandbox.services.STRIPE_PRICE_PREMIUM;
  const half = (readPeriodEnd(before) + before.start_date) / 2;
  await somebody.to(half);
  const changed = await stripe.subscriptions.update(somebody.id, {
    items: [{ id: item, price: premium }],
    proration_behavior: 'always_invoice',
  });
  expect(changed.items.data[0]?.price.id).toBe(premium);
  const [invoice] = (await stripe.invoices.list({ customer: somebody.customer })).data;
  expect(invoice).toMatchObject({ billing_reason: 'subscription_update', status: 'paid' });
  expect(invoice?.lines.data.map(({ amount }) => amount)).toEqual([-1000, 2500]);
  // The prorations of the change back are added to the next invoice.
  await stripe.subscriptions.update(somebody.id, {
    items: [{ id: item, price: sandbox.services.STRIPE_PRICE_PRO }],
  });
  await somebody.to(readPeriodEnd(before) + 3700);
  const [next] = (await stripe.invoices.list({ customer: somebody.customer })).data;
  expect(next?.lines.data.map(({ amount }) => amount)).toEqual([-2500, 1000, 1999]);
  expect(next).toMatchObject({ status: 'paid', amount_paid: 499 });
});

test('a cancellation is set by flag or by date, withdrawn, or immediate', async () => {
  const { stripe } = fixture;
  const somebody = await createClockedSubscription();
  const end = readPeriodEnd(await somebody.now());
  const flagged = await stripe.subscriptions.update(somebody.id, { cancel_at_period_end: true });
  expect(flagged).toMatchObject({ cancel_at_period_end: true, cancel_at: end });
  const back = await stripe.subscriptions.update(somebody.id, { cancel_at_period_end: false });
  expect(back).toMatchObject({ cancel_at_period_end: false, cancel_at: null, canceled_at: null });
  const dated = await stripe.subscriptions.update(somebody.id, { cancel_at: 'min_period_end' });
  expect(dated).toMatchObject({ cancel_at_period_end: false, cancel_at: end });
  await somebody.to(end + 60);
  expect(await somebody.now()).toMatchObject({ status: 'canceled', ended_at: end });
  expect(await listInvoiceSummaries(somebody)).toEqual(['paid 1999']);
  const other = await createClockedSubscription();
  const gone = await stripe.subscriptions.cancel(other.id);
  expect(gone).toMatchObject({ status: 'canceled' });
  await expect(stripe.subscriptions.cancel(other.id)).rejects.toMatchObject({ statusCode: 404 });
  const all = await stripe.subscriptions.list({ customer: other.customer });
  expect(all.data).toEqual([]);
});

test('a trial can end now, and is then paid', async () => {
  const somebody = await createClockedSubscription({}, 14);
  const ended = await fixture.stripe.subscriptions.update(somebody.id, { trial_end: 'now' });
  expect(ended).toMatchObject({ status: 'active' });
  expect(await listInvoiceSummaries(somebody)).toEqual(['paid 0', 'paid 1999']);
});

test('refunds are full or partial, and never exceed the payment', async () => {
  const { stripe } = fixture;
  const somebody = await createClockedSubscription();
  const [payment] = (
    await stripe.invoicePayments.list({ invoice: idOf((await somebody.now()).latest_invoice) })
  ).data;
  const intent = idOf(payment?.payment.payment_intent);
  const part = await stripe.refunds.create({ payment_intent: intent, amount: 500 });
  expect(part).toMatchObject({ amount: 500, status: 'succeeded' });
  await expect(
    stripe.refunds.create({ payment_intent: intent, amount: 1500 }),
  ).rejects.toMatchObject({ param: 'amount' });
  const rest = await stripe.refunds.create({ charge: idOf(part.charge) });
  expect(rest.amount).toBe(1499);
  expect(await stripe.charges.retrieve(idOf(part.charge))).toMatchObject({
    amount_refunded: 1999,
    refunded: true,
  });
  await expect(stripe.refunds.create({ payment_intent: intent })).rejects.toMatchObject({
    code: 'charge_already_refunded',
  });
  expect((await listEvents('charge.refunded')).map(({ data }) => data.object)).toMatchObject([
    { amount_refunded: 500, refunded: false },
    { amount_refunded: 1999, refunded: true },
  ]);
  expect(await listEvents('refund.created')).toHaveLength(2);
});

test('without a test clock, the clock of the sandbox applies to a customer', async () => {
  const { stripe, sandbox } = fixture;
  const { id, customer } = await subscribe(fixture, {
    subscription_data: { trial_period_days: 14 },
  });
  await callControl(sandbox, '/clock', { advanceMs: 14 * DAY * 1000 + 2 * 3_600_000 });
  expect(await stripe.subscriptions.retrieve(id)).toMatchObject({ status: 'active' });
  const paid = await stripe.invoices.list({ customer: idOf(customer) });
  expect(paid.data.map(({ amount_paid: amount }) => amount)).toEqual([1999, 0]);
  await callControl(sandbox, '/clock', { advanceMs: 366 * DAY * 1000 });
  const year = await stripe.invoices.list({ customer: idOf(customer), limit: 100 });
  expect(year.data).toHaveLength(14);
  const { data } = await stripe.events.list({ limit: 100, type: 'customer.subscription.*' });
  const times = data.map(({ created }) => created);
  expect(times).toEqual(times.toSorted((one, other) => other - one));
});
