import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { callControl } from '../../testing/graph-client.ts';
import {
  idOf,
  openStripeFixture,
  subscribe,
  type StripeFixture,
} from '../../testing/stripe-fixture.ts';
import { findTypeErrors } from '../../testing/stripe-types.ts';

let fixture: StripeFixture;
beforeAll(async () => {
  fixture = await openStripeFixture({ webhookUrl: '' });
});
beforeEach(() => fixture.sandbox.reset());
afterAll(() => fixture.close());

async function createCharge(number: string) {
  const { customer } = await subscribe(fixture, {}, { number });
  const [charge] = (await fixture.stripe.charges.list({ customer: idOf(customer) })).data;
  if (charge === undefined) throw new Error('nothing was charged');
  return charge;
}

const listEvents = async (type: string) => (await fixture.stripe.events.list({ type })).data;

test('a test card disputes its charge', async () => {
  const charge = await createCharge('4000 0000 0000 0259');
  expect(charge).toMatchObject({ paid: true, disputed: true });
  const { data } = await fixture.stripe.disputes.list({ charge: charge.id });
  expect(data).toMatchObject([{ charge: charge.id, amount: 1999, status: 'needs_response' }]);
  const dispute = await fixture.stripe.disputes.retrieve(data[0]?.id ?? '');
  expect(await findTypeErrors(dispute)).toEqual([]);
  expect(await listEvents('charge.dispute.created')).toMatchObject([
    { data: { object: { id: dispute.id } } },
  ]);
  await expect(fixture.stripe.disputes.retrieve('du_none')).rejects.toThrow('No such dispute');
});

test.each([
  ['winning_evidence', 'won', 'succeeded'],
  ['losing_evidence', 'lost', 'charge_disputed'],
])(
  'a bank that receives %s closes the dispute as %s: a refund is %s',
  async (evidence, status, answer) => {
    const { stripe } = fixture;
    const charge = await createCharge('4000 0000 0000 0259');
    const [dispute] = (await stripe.disputes.list({ charge: charge.id })).data;
    const id = dispute?.id ?? '';
    await expect(stripe.refunds.create({ charge: charge.id })).rejects.toThrow('charged back');
    const close = () => stripe.disputes.update(id, { evidence: { uncategorized_text: evidence } });
    expect((await close()).status).toBe(status);
    expect(await listEvents('charge.dispute.closed')).toMatchObject([
      { data: { object: { id, status } } },
    ]);
    await expect(close()).rejects.toThrow('already closed');
    const refund = await stripe.refunds
      .create({ charge: charge.id })
      .catch(({ code }: { code: string }) => ({ status: code }));
    expect(refund.status).toBe(answer);
  },
);

test('a test card returns its refund an hour later', async () => {
  const charge = await createCharge('4000 0000 0000 5126');
  const refund = await fixture.stripe.refunds.create({ charge: charge.id });
  expect(refund.status).toBe('succeeded');
  await callControl(fixture.sandbox, '/clock', { advanceMs: 3_500_000 });
  expect(await listEvents('refund.failed')).toEqual([]);
  await callControl(fixture.sandbox, '/clock', { advanceMs: 200_000 });
  const failed = await fixture.stripe.refunds.retrieve(refund.id);
  expect(failed).toMatchObject({ status: 'failed', failure_reason: 'expired_or_canceled_card' });
  expect(await findTypeErrors(failed)).toEqual([]);
  expect(await fixture.stripe.charges.retrieve(charge.id)).toMatchObject({
    amount_refunded: 0,
    refunded: false,
  });
  for (const type of ['refund.updated', 'charge.refund.updated', 'refund.failed']) {
    expect(await listEvents(type)).toMatchObject([
      { data: { object: { id: refund.id, status: 'failed' } } },
    ]);
  }
});

test('an open invoice is voided: it can neither be paid nor voided again', async () => {
  const { stripe } = fixture;
  const { id, customer } = await subscribe(
    fixture,
    { subscription_data: { trial_period_days: 7 } },
    { number: '4000 0000 0000 0341' },
  );
  await stripe.subscriptions.update(id, { trial_end: 'now' });
  const open = await stripe.invoices.list({ customer: idOf(customer), status: 'open' });
  const invoice = open.data[0]?.id ?? '';
  await stripe.subscriptions.cancel(id);
  const voided = await stripe.invoices.voidInvoice(invoice);
  expect(voided).toMatchObject({ status: 'void', amount_paid: 0 });
  expect(voided.status_transitions.voided_at).not.toBeNull();
  expect(await findTypeErrors(voided)).toEqual([]);
  expect((await stripe.invoicePayments.list({ invoice })).data).toMatchObject([
    { status: 'canceled' },
  ]);
  await expect(stripe.invoices.pay(invoice)).rejects.toThrow('cannot be paid');
  await expect(stripe.invoices.voidInvoice(invoice)).rejects.toThrow('only void open');
  expect(await stripe.subscriptions.retrieve(id)).toMatchObject({ status: 'canceled' });
});
