import type { Invoice } from '../objects.ts';
import { getNow, type PaymentsContext } from '../context.ts';
import { updateRecord, emit } from '../webhooks/emit.ts';
import { saveInvoice, saveSubscription } from './timers.ts';

export const findSubscription = (context: PaymentsContext, { parent }: Invoice) =>
  context.records.subscriptions.get(parent.subscription_details.subscription);

export function settleInvoice(context: PaymentsContext, invoice: Invoice, paid: number): Invoice {
  const { records } = context;
  const now = getNow(context);
  const settled = saveInvoice(context, invoice, {
    amount_paid: paid,
    amount_remaining: 0,
    attempted: true,
    auto_advance: false,
    next_payment_attempt: null,
    status: 'paid',
    status_transitions: { ...invoice.status_transitions, paid_at: now },
  });
  const payment = records.invoicePayments.in(invoice.id).at(-1);
  if (payment) {
    const transitions = { ...payment.status_transitions, paid_at: now };
    const changes = { amount_paid: paid, status: 'paid' as const, status_transitions: transitions };
    emit(
      context,
      'invoice_payment.paid',
      updateRecord(context, records.invoicePayments, payment, changes),
    );
  }
  emit(context, 'invoice.paid', settled);
  emit(context, 'invoice.payment_succeeded', settled);
  resumeSubscription(context, settled);
  return settled;
}

/** Voids an open invoice, which can then no longer be paid. */
export function voidInvoice(context: PaymentsContext, invoice: Invoice): Invoice {
  const { records } = context;
  const now = getNow(context);
  for (const payment of records.invoicePayments.in(invoice.id)) {
    if (payment.status !== 'open') continue;
    const transitions = { ...payment.status_transitions, canceled_at: now };
    const changes = { status: 'canceled' as const, status_transitions: transitions };
    updateRecord(context, records.invoicePayments, payment, changes);
    const intent = records.paymentIntents.get(payment.payment.payment_intent);
    if (intent) {
      const canceled = {
        status: 'canceled' as const,
        canceled_at: now,
        cancellation_reason: 'void_invoice',
      };
      updateRecord(context, records.paymentIntents, intent, canceled);
    }
  }
  const voided = saveInvoice(
    context,
    invoice,
    {
      auto_advance: false,
      next_payment_attempt: null,
      status: 'void',
      status_transitions: { ...invoice.status_transitions, voided_at: now },
    },
    'invoice.voided',
  );
  resumeSubscription(context, voided);
  return voided;
}

/** A subscription becomes active once its newest invoice is paid or void. */
function resumeSubscription(context: PaymentsContext, invoice: Invoice): void {
  const subscription = findSubscription(context, invoice);
  if (!subscription || subscription.latest_invoice !== invoice.id) return;
  const { status, customer: customerId } = subscription;
  if (status !== 'incomplete' && status !== 'past_due' && status !== 'unpaid') return;
  saveSubscription(context, subscription, { status: 'active' });
  const customer = context.records.customers.get(customerId);
  if (customer?.delinquent) {
    updateRecord(
      context,
      context.records.customers,
      customer,
      { delinquent: false },
      'customer.updated',
    );
  }
}
