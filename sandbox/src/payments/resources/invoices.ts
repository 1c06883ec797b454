import { z } from 'zod';
import { ApiError, invalid, missing } from '../api/api-error.ts';
import { endpoint, type Endpoint } from '../api/endpoint.ts';
import { flag, text } from '../api/form.ts';
import { createdFilter, isWithin, LISTING, paged } from '../api/lists.ts';
import { intentOf, payInvoice } from '../billing/charging.ts';
import { finalizeInvoice } from '../billing/invoices.ts';
import { settleInvoice, voidInvoice } from '../billing/settling.ts';
import type { Invoice } from '../objects.ts';
import type { PaymentsWorld } from '../world.ts';

const listSchema = z.strictObject({
  ...LISTING,
  created: createdFilter,
  customer: text.optional(),
  status: z.enum(['draft', 'open', 'paid', 'uncollectible', 'void']).optional(),
  subscription: text.optional(),
});
const paySchema = z.strictObject({
  payment_method: text.optional(),
  off_session: flag.optional(),
  paid_out_of_band: flag.default(false),
});
const paymentsSchema = z.strictObject({
  ...LISTING,
  invoice: text.optional(),
  status: z.enum(['open', 'paid', 'canceled']).optional(),
  payment: z.strictObject({ type: z.literal('payment_intent'), payment_intent: text }).optional(),
});

/** `/v1/invoices` and `/v1/invoice_payments` */
export function invoiceEndpoints(world: PaymentsWorld): Endpoint[] {
  const { invoices, invoicePayments } = world.records;
  const path = '/v1/invoices';
  const find = (id: string): Invoice => {
    const invoice = invoices.get(id);
    if (!invoice) throw missing('invoice', id, 'invoice');
    return invoice;
  };
  return [
    endpoint('GET', path, 'invoice-list', listSchema, (asked) => {
      const { customer, status, subscription, created } = asked;
      const all = customer === undefined ? invoices.all() : invoices.in(customer);
      const found = all
        .toReversed()
        .filter(
          (each) =>
            (status === undefined || each.status === status) &&
            (subscription === undefined ||
              each.parent.subscription_details.subscription === subscription) &&
            isWithin(each.created, created),
        );
      return paged(path, found, asked);
    }),
    endpoint('GET', `${path}/:id`, 'invoice-retrieve', z.strictObject({}), (_, id) => find(id)),
    endpoint('GET', `${path}/:id/lines`, 'invoice-lines', z.strictObject(LISTING), (asked, id) =>
      paged(`${path}/${id}/lines`, find(id).lines.data, asked),
    ),
    endpoint('POST', `${path}/:id/pay`, 'invoice-pay', paySchema, (given, id) => {
      pay(world, find(id), given);
      return find(id);
    }),
    endpoint('POST', `${path}/:id/void`, 'invoice-void', z.strictObject({}), (_, id) => {
      const invoice = find(id);
      if (invoice.status !== 'open' && invoice.status !== 'uncollectible') {
        throw invalid(
          'invoice',
          `You can only void open or uncollectible invoices. This one is ${invoice.status}.`,
        );
      }
      return voidInvoice(world, invoice);
    }),
    endpoint('GET', '/v1/invoice_payments', 'invoice-payment-list', paymentsSchema, (asked) => {
      const { invoice, status, payment } = asked;
      const found = invoicePayments
        .all()
        .toReversed()
        .filter(
          (each) =>
            (invoice === undefined || each.invoice === invoice) &&
            (status === undefined || each.status === status) &&
            (payment === undefined || each.payment.payment_intent === payment.payment_intent),
        );
      return paged('/v1/invoice_payments', found, asked);
    }),
    endpoint(
      'GET',
      '/v1/invoice_payments/:id',
      'invoice-payment-retrieve',
      z.strictObject({}),
      (_, id) => {
        const payment = invoicePayments.get(id);
        if (!payment) throw missing('invoice_payment', id);
        return payment;
      },
    ),
  ];
}

function pay(world: PaymentsWorld, invoice: Invoice, given: z.output<typeof paySchema>): void {
  if (invoice.status === 'paid') {
    throw new ApiError(400, 'Invoice is already paid', { code: 'invoice_already_paid' });
  }
  if (invoice.status === 'void' || invoice.status === 'uncollectible') {
    throw invalid('invoice', `Invoices with a status of ${invoice.status} cannot be paid.`);
  }
  const open = invoice.status === 'draft' ? finalizeInvoice(world, invoice) : invoice;
  if (open.status === 'paid') return;
  if (given.paid_out_of_band) {
    settleInvoice(world, open, open.amount_due);
    return;
  }
  const outcome = payInvoice(world, open, { method: given.payment_method });
  if (outcome.result === 'paid') return;
  const intent = intentOf(world, open);
  if (outcome.result === 'action') {
    throw new ApiError(
      402,
      'This payment requires additional user action before it can be completed successfully.',
      {
        type: 'card_error',
        code: 'invoice_payment_intent_requires_action',
        payment_intent: intent,
      },
    );
  }
  const { code, decline_code, message, charge } = outcome.error;
  throw new ApiError(402, message, {
    type: 'card_error',
    code,
    decline_code,
    charge,
    payment_intent: intent,
  });
}
