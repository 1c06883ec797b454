import type { Stripe } from 'stripe';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { callControl } from '../../testing/graph-client.ts';
import {
  idOf,
  openStripeFixture,
  submitForm,
  subscribe,
  type StripeFixture,
} from '../../testing/stripe-fixture.ts';

const DAY = 86_400;
const START = Date.UTC(2026, 0, 31, 12) / 1000;

let fixture: StripeFixture;
let now = START;
beforeAll(async () => {
  fixture = await openStripeFixture({ webhookUrl: '', clock: { now: () => now * 1000 } });
});
beforeEach(async () => {
  now = START;
  await fixture.sandbox.reset();
});
afterAll(() => fixture.close());

async function createSubscription(card: { number?: string } = {}, trialDays?: number) {
  const trial = trialDays === undefined ? {} : { trial_period_days: trialDays };
  const { id, customer } = await subscribe(fixture, { subscription_data: trial }, card);
  const read = () => fixture.stripe.subscriptions.retrieve(id);
  return { customer: idOf(customer), id, read };
}

type CreatedSubscription = Awaited<ReturnType<typeof createSubscription>>;

const readPeriodEnd = ({ items }: Stripe.Subscription) => items.data[0]?.current_period_end ?? 0;
const listInvoiceSummaries = async ({ customer }: CreatedSubscription) => {
  const { data } = await fixture.stripe.invoices.list({ customer, limit: 100 });
  return data.map(({ amount_paid: paid, status }) => `${status} ${paid}`).toReversed();
};
const listEvents = async (prefix: string) => {
  const { data } = await fixture.stripe.events.list({ type: `${prefix}*`, limit: 100 });
  return data.toReversed();
};
async function setCard({ customer, id }: CreatedSubscription, token: string) {
  const { stripe } = fixture;
  const method = await stripe.paymentMethods.attach(token, { customer });
  await stripe.subscriptions.update(id, { default_payment_method: method.id });
}

test('in twelve months the trial is announced and ends, and each month is paid on its day', async () => {
  const somebody = await createSubscription({}, 14);
  const trialEnd = (await somebody.read()).trial_end ?? 0;
  now = trialEnd - 3 * DAY + 60;
  expect(await listEvents('customer.subscription.trial_will_end')).toMatchObject([
    { data: { object: { id: somebody.id, status: 'trialing' } }, created: trialEnd - 3 * DAY },
  ]);
  now = trialEnd + 60;
  expect(await somebody.read()).toMatchObject({ status: 'active' });
  // The invoice is a draft for an hour.
  expect(await listInvoiceSummaries(somebody)).toEqual(['paid 0', 'draft 0']);
  now = trialEnd + 3700;
  expect(await listInvoiceSummaries(somebody)).toEqual(['paid 0', 'paid 1999']);
  now = Date.UTC(2027, 0, 20) / 1000;
  expect(await listInvoiceSummaries(somebody)).toEqual([
    'paid 0',
    ...Array.from({ length: 12 }, () => 'paid 1999'),
  ]);
  expect(await listEvents('customer.subscription.trial_will_end')).toHaveLength(1);
});

test('a subscription of the 31st is due on the last day of shorter months', async () => {
  const somebody = await createSubscription();
  const ends: string[] = [];
  for (let month = 1; month <= 3; month += 1) {
    const end = readPeriodEnd(await somebody.read());
    ends.push(new Date(end * 1000).toISOString());
    now = end + 60;
  }
  expect(ends).toEqual([
    '2026-02-28T12:00:00.000Z',
    '2026-03-31T12:00:00.000Z',
    '2026-04-30T12:00:00.000Z',
  ]);
});

test('a renewal that fails is retried, and a good card recovers the subscription', async () => {
  const somebody = await createSubscription();
  await setCard(somebody, 'pm_card_chargeCustomerFail');
  const due = readPeriodEnd(await somebody.read()) + 3700;
  now = due;
  expect(await somebody.read()).toMatchObject({ status: 'past_due' });
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
  now = due + 3 * DAY;
  expect(await somebody.read()).toMatchObject({ status: 'active' });
  expect(await listInvoiceSummaries(somebody)).toEqual(['paid 1999', 'paid 1999']);
  expect(await fixture.stripe.customers.retrieve(somebody.customer)).toMatchObject({
    delinquent: false,
  });
});

test('a card that is only saved during the trial fails when the trial ends', async () => {
  const somebody = await createSubscription({ number: '4000 0000 0000 0341' }, 14);
  expect(await somebody.read()).toMatchObject({ status: 'trialing' });
  now = ((await somebody.read()).trial_end ?? 0) + 3700;
  expect(await somebody.read()).toMatchObject({ status: 'past_due' });
  expect(await listInvoiceSummaries(somebody)).toEqual(['paid 0', 'open 0']);
});

test.each([
  ['cancel', 'canceled'],
  ['unpaid', 'unpaid'],
] as const)(
  'after the last attempt, the setting %s makes the subscription %s',
  async (dunningEnd, status) => {
    await callControl(fixture.sandbox, '/settings', { dunningEnd });
    const somebody = await createSubscription();
    await setCard(somebody, 'pm_card_chargeCustomerFail');
    const due = readPeriodEnd(await somebody.read()) + 3700;
    now = due + 14 * DAY;
    expect(await somebody.read()).toMatchObject({ status: 'past_due' });
    now = due + 16 * DAY;
    expect(await somebody.read()).toMatchObject({ status });
    expect(await listEvents('invoice.payment_failed')).toHaveLength(4);
    const ended = await listEvents('customer.subscription.deleted');
    expect(ended).toHaveLength(status === 'canceled' ? 1 : 0);
    now = due + 70 * DAY;
    expect(await somebody.read()).toMatchObject({ status });
    expect(await listEvents('invoice.payment_failed')).toHaveLength(4);
  },
);

test('an open invoice can be paid by a call, which is refused with the reason of the bank', async () => {
  const { stripe } = fixture;
  const somebody = await createSubscription();
  await setCard(somebody, 'pm_card_chargeCustomerFail');
  now = readPeriodEnd(await somebody.read()) + 3700;
  const owed = idOf((await somebody.read()).latest_invoice);
  await expect(stripe.invoices.pay(owed)).rejects.toMatchObject({
    type: 'StripeCardError',
    code: 'card_declined',
    decline_code: 'generic_decline',
  });
  await setCard(somebody, 'pm_card_visa');
  expect(await stripe.invoices.pay(owed)).toMatchObject({ status: 'paid', amount_paid: 1999 });
  expect(await somebody.read()).toMatchObject({ status: 'active' });
  await expect(stripe.invoices.pay(owed)).rejects.toMatchObject({ code: 'invoice_already_paid' });
});

test('an authentication that the bank requires for every payment is completed on the invoice page', async () => {
  const somebody = await createSubscription();
  await setCard(somebody, 'pm_card_authenticationRequired');
  now = readPeriodEnd(await somebody.read()) + 3700;
  expect(await listEvents('invoice.payment_action_required')).toHaveLength(1);
  expect(await somebody.read()).toMatchObject({ status: 'past_due' });
  const invoice = await fixture.stripe.invoices.retrieve(
    idOf((await somebody.read()).latest_invoice),
  );
  const page = invoice.hosted_invoice_url ?? '';
  expect(await (await fetch(page)).text()).toContain('Pagar agora');
  const challenge = await submitForm(page, {});
  await submitForm(challenge.location, { choice: 'concluir' });
  expect(await (await fetch(page)).text()).toContain('Paga');
  expect(await somebody.read()).toMatchObject({ status: 'active' });
});

test('a plan change is prorated for the rest of the month, as requested', async () => {
  const { stripe, sandbox } = fixture;
  const somebody = await createSubscription();
  const before = await somebody.read();
  const item = before.items.data[0]?.id ?? '';
  const premium = sandbox.services.STRIPE_PRICE_PREMIUM;
  now = (readPeriodEnd(before) + before.start_date) / 2;
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
  now = readPeriodEnd(before) + 3700;
  const [next] = (await stripe.invoices.list({ customer: somebody.customer })).data;
  expect(next?.lines.data.map(({ amount }) => amount)).toEqual([-2500, 1000, 1999]);
  expect(next).toMatchObject({ status: 'paid', amount_paid: 499 });
});

test('a cancellation is set by flag, withdrawn, or immediate', async () => {
  const { stripe } = fixture;
  const somebody = await createSubscription();
  const end = readPeriodEnd(await somebody.read());
  const setFlag = (isEnding: boolean) =>
    stripe.subscriptions.update(somebody.id, { cancel_at_period_end: isEnding });
  expect(await setFlag(true)).toMatchObject({ cancel_at_period_end: true, cancel_at: end });
  expect(await setFlag(false)).toMatchObject({
    cancel_at_period_end: false,
    cancel_at: null,
    canceled_at: null,
  });
  await setFlag(true);
  now = end + 60;
  expect(await somebody.read()).toMatchObject({ status: 'canceled', ended_at: end });
  expect(await listInvoiceSummaries(somebody)).toEqual(['paid 1999']);
  const other = await createSubscription();
  const gone = await stripe.subscriptions.cancel(other.id);
  expect(gone).toMatchObject({ status: 'canceled' });
  await expect(stripe.subscriptions.cancel(other.id)).rejects.toMatchObject({ statusCode: 404 });
  const all = await stripe.subscriptions.list({ customer: other.customer });
  expect(all.data).toEqual([]);
});

test('a trial can end now, and is then paid', async () => {
  const somebody = await createSubscription({}, 14);
  const ended = await fixture.stripe.subscriptions.update(somebody.id, { trial_end: 'now' });
  expect(ended).toMatchObject({ status: 'active' });
  expect(await listInvoiceSummaries(somebody)).toEqual(['paid 0', 'paid 1999']);
});

test('refunds are full or partial, and never exceed the payment', async () => {
  const { stripe } = fixture;
  const somebody = await createSubscription();
  const [payment] = (
    await stripe.invoicePayments.list({ invoice: idOf((await somebody.read()).latest_invoice) })
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

test('an advance of the clock runs the events of a year in order of time', async () => {
  const { stripe, sandbox } = fixture;
  const somebody = await createSubscription({}, 14);
  await callControl(sandbox, '/clock', { advanceMs: 14 * DAY * 1000 + 2 * 3_600_000 });
  expect(await somebody.read()).toMatchObject({ status: 'active' });
  expect(await listInvoiceSummaries(somebody)).toEqual(['paid 0', 'paid 1999']);
  await callControl(sandbox, '/clock', { advanceMs: 366 * DAY * 1000 });
  expect(await listInvoiceSummaries(somebody)).toHaveLength(14);
  const { data } = await stripe.events.list({ limit: 100, type: 'customer.subscription.*' });
  const times = data.map(({ created }) => created);
  expect(times).toEqual(times.toSorted((one, other) => other - one));
});
