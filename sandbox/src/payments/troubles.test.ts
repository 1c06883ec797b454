import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { control } from '../testing/graph-client.ts';
import { idOf, openTill, subscribe, type Till } from '../testing/payments-client.ts';
import { shapeProblems } from '../testing/stripe-shapes.ts';

let till: Till;
beforeAll(async () => {
  till = await openTill({ webhookUrl: '' });
});
beforeEach(() => till.sandbox.reset());
afterAll(() => till.close());

async function chargeOf(number: string) {
  const { customer } = await subscribe(till, {}, { number });
  const [charge] = (await till.stripe.charges.list({ customer: idOf(customer) })).data;
  if (charge === undefined) throw new Error('nothing was charged');
  return charge;
}

const eventsOf = async (type: string) => (await till.stripe.events.list({ type })).data;

test('a card whose owner disputes what it pays', async () => {
  const charge = await chargeOf('4000 0000 0000 0259');
  expect(charge).toMatchObject({ paid: true, disputed: true });
  const { data } = await till.stripe.disputes.list({ charge: charge.id });
  expect(data).toMatchObject([{ charge: charge.id, amount: 1999, status: 'needs_response' }]);
  const dispute = await till.stripe.disputes.retrieve(data[0]?.id ?? '', { expand: ['charge'] });
  expect(dispute.charge).toMatchObject({ id: charge.id, customer: charge.customer });
  expect(shapeProblems({ ...dispute, charge: charge.id })).toEqual([]);
  expect(await eventsOf('charge.dispute.created')).toMatchObject([
    { data: { object: { id: dispute.id } } },
  ]);
  await expect(till.stripe.disputes.retrieve('du_none')).rejects.toThrow('No such dispute');
});

test.each([
  ['winning_evidence', 'won', 'succeeded'],
  ['losing_evidence', 'lost', 'charge_disputed'],
])(
  'a bank that is shown %s has the dispute %s: a refund is %s',
  async (evidence, status, answer) => {
    const { stripe } = till;
    const charge = await chargeOf('4000 0000 0000 0259');
    const [dispute] = (await stripe.disputes.list({ charge: charge.id })).data;
    const id = dispute?.id ?? '';
    await expect(stripe.refunds.create({ charge: charge.id })).rejects.toThrow('charged back');
    const closed = await stripe.disputes.update(id, { evidence: { uncategorized_text: evidence } });
    expect(closed.status).toBe(status);
    expect(await eventsOf('charge.dispute.closed')).toMatchObject([
      { data: { object: { id, status } } },
    ]);
    await expect(stripe.disputes.close(id)).rejects.toThrow('already closed');
    const refund = await stripe.refunds
      .create({ charge: charge.id })
      .catch(({ code }: { code: string }) => ({ status: code }));
    expect(refund.status).toBe(answer);
  },
);

test('a card whose bank sends back what is paid back to it, an hour later', async () => {
  const charge = await chargeOf('4000 0000 0000 5126');
  const refund = await till.stripe.refunds.create({ charge: charge.id });
  expect(refund.status).toBe('succeeded');
  await control(till.sandbox, '/clock', { advanceMs: 3_500_000 });
  expect(await eventsOf('refund.failed')).toEqual([]);
  await control(till.sandbox, '/clock', { advanceMs: 200_000 });
  const failed = await till.stripe.refunds.retrieve(refund.id);
  expect(failed).toMatchObject({ status: 'failed', failure_reason: 'expired_or_canceled_card' });
  expect(shapeProblems(failed)).toEqual([]);
  expect(await till.stripe.charges.retrieve(charge.id)).toMatchObject({
    amount_refunded: 0,
    refunded: false,
  });
  for (const type of ['refund.updated', 'charge.refund.updated', 'refund.failed']) {
    expect(await eventsOf(type)).toMatchObject([
      { data: { object: { id: refund.id, status: 'failed' } } },
    ]);
  }
});

test('an open invoice is called off: nothing can be paid for it, nor is it called off twice', async () => {
  const { stripe } = till;
  const { id, customer } = await subscribe(
    till,
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
  expect(shapeProblems(voided)).toEqual([]);
  expect((await stripe.invoicePayments.list({ invoice })).data).toMatchObject([
    { status: 'canceled' },
  ]);
  await expect(stripe.invoices.pay(invoice)).rejects.toThrow('cannot be paid');
  await expect(stripe.invoices.voidInvoice(invoice)).rejects.toThrow('only void open');
  expect(await stripe.subscriptions.retrieve(id)).toMatchObject({ status: 'canceled' });
});
