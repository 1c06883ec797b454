import type { Invoice } from '../objects.ts';
import { nowOf, type PaymentsWorld } from '../world.ts';
import { change, emit } from '../webhooks/emit.ts';
import { saveInvoice, saveSubscription } from './agenda.ts';

/** The subscription that an invoice is for. */
export const subscriptionOf = (world: PaymentsWorld, { parent }: Invoice) =>
  world.records.subscriptions.get(parent.subscription_details.subscription);

/** Writes an invoice off as paid, and lets its subscription go on. */
export function settleInvoice(world: PaymentsWorld, invoice: Invoice, paid: number): Invoice {
  const { records } = world;
  const now = nowOf(world, invoice.test_clock);
  const settled = saveInvoice(world, invoice, {
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
    const done = { amount_paid: paid, status: 'paid' as const, status_transitions: transitions };
    emit(world, 'invoice_payment.paid', change(world, records.invoicePayments, payment, done));
  }
  emit(world, 'invoice.paid', settled);
  emit(world, 'invoice.payment_succeeded', settled);
  goOn(world, settled);
  return settled;
}

/** Calls an open invoice off: nothing can be paid for it any more. */
export function voidInvoice(world: PaymentsWorld, invoice: Invoice): Invoice {
  const { records } = world;
  const now = nowOf(world, invoice.test_clock);
  for (const payment of records.invoicePayments.in(invoice.id)) {
    if (payment.status !== 'open') continue;
    const transitions = { ...payment.status_transitions, canceled_at: now };
    const changes = { status: 'canceled' as const, status_transitions: transitions };
    change(world, records.invoicePayments, payment, changes);
    const intent = records.paymentIntents.get(payment.payment.payment_intent);
    if (intent) {
      const canceled = {
        status: 'canceled' as const,
        canceled_at: now,
        cancellation_reason: 'void_invoice',
      };
      change(world, records.paymentIntents, intent, canceled);
    }
  }
  const voided = saveInvoice(
    world,
    invoice,
    {
      auto_advance: false,
      next_payment_attempt: null,
      status: 'void',
      status_transitions: { ...invoice.status_transitions, voided_at: now },
    },
    'invoice.voided',
  );
  goOn(world, voided);
  return voided;
}

/** A subscription goes on as soon as its newest invoice is paid, or called off. */
function goOn(world: PaymentsWorld, invoice: Invoice): void {
  const subscription = subscriptionOf(world, invoice);
  if (!subscription || subscription.latest_invoice !== invoice.id) return;
  const { status, customer: customerId } = subscription;
  if (status !== 'incomplete' && status !== 'past_due' && status !== 'unpaid') return;
  saveSubscription(world, subscription, { status: 'active' });
  const customer = world.records.customers.get(customerId);
  if (customer?.delinquent) {
    change(world, world.records.customers, customer, { delinquent: false }, 'customer.updated');
  }
}
