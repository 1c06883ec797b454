import { z } from 'zod';
import { ApiError, createInvalidParamError, createNotFoundError } from '../api/api-error.ts';
import { defineEndpoint, type Endpoint } from '../api/endpoint.ts';
import { text } from '../api/form.ts';
import { LIST_PARAMS, paginate } from '../api/lists.ts';
import { findPaymentIntent, payInvoice } from '../billing/invoice-payment.ts';
import { finalizeInvoice } from '../billing/invoices.ts';
import { voidInvoice } from '../billing/invoice-settlement.ts';
import type { Invoice } from '../objects.ts';
import type { PaymentsContext } from '../context.ts';

const listSchema = z.strictObject({
  ...LIST_PARAMS,
  customer: text.optional(),
  status: z.enum(['draft', 'open', 'paid', 'void']).optional(),
  subscription: text.optional(),
});
const paySchema = z.strictObject({ payment_method: text.optional() });
const paymentsSchema = z.strictObject({
  ...LIST_PARAMS,
  invoice: text,
  status: z.enum(['open', 'paid', 'canceled']).optional(),
});

export function invoiceEndpoints(context: PaymentsContext): Endpoint[] {
  const { invoices, invoicePayments } = context.records;
  const path = '/v1/invoices';
  const find = (id: string): Invoice => {
    const invoice = invoices.get(id);
    if (!invoice) throw createNotFoundError('invoice', id, 'invoice');
    return invoice;
  };
  return [
    defineEndpoint('GET', path, 'invoice-list', listSchema, (query) => {
      const { customer, status, subscription } = query;
      const all = customer === undefined ? invoices.all() : invoices.in(customer);
      const found = all
        .toReversed()
        .filter(
          (each) =>
            (status === undefined || each.status === status) &&
            (subscription === undefined ||
              each.parent.subscription_details.subscription === subscription),
        );
      return paginate(path, found, query);
    }),
    defineEndpoint('GET', `${path}/:id`, 'invoice-retrieve', z.strictObject({}), (_, id) =>
      find(id),
    ),
    defineEndpoint('POST', `${path}/:id/pay`, 'invoice-pay', paySchema, (input, id) => {
      pay(context, find(id), input.payment_method);
      return find(id);
    }),
    defineEndpoint('POST', `${path}/:id/void`, 'invoice-void', z.strictObject({}), (_, id) => {
      const invoice = find(id);
      if (invoice.status !== 'open') {
        throw createInvalidParamError(
          'invoice',
          `You can only void open or uncollectible invoices. This one is ${invoice.status}.`,
        );
      }
      return voidInvoice(context, invoice);
    }),
    defineEndpoint(
      'GET',
      '/v1/invoice_payments',
      'invoice-payment-list',
      paymentsSchema,
      (query) => {
        const { invoice, status } = query;
        const found = invoicePayments
          .in(invoice)
          .filter((each) => status === undefined || each.status === status);
        return paginate('/v1/invoice_payments', found.toReversed(), query);
      },
    ),
  ];
}

function pay(context: PaymentsContext, invoice: Invoice, method: string | undefined): void {
  if (invoice.status === 'paid') {
    throw new ApiError(400, 'Invoice is already paid', { code: 'invoice_already_paid' });
  }
  if (invoice.status === 'void') {
    throw createInvalidParamError('invoice', 'Invoices with a status of void cannot be paid.');
  }
  const open = invoice.status === 'draft' ? finalizeInvoice(context, invoice) : invoice;
  if (open.status === 'paid') return;
  const outcome = payInvoice(context, open, { method });
  if (outcome.result === 'paid') return;
  const intent = findPaymentIntent(context, open);
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
