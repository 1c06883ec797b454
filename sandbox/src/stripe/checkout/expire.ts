import { setCheckoutTimer } from '../billing/timers.ts';
import type { CheckoutSession } from '../sessions.ts';
import type { PaymentsContext } from '../context.ts';
import { updateRecord, emit } from '../webhooks/emit.ts';

export function expireCheckout(
  context: PaymentsContext,
  session: CheckoutSession,
): CheckoutSession {
  const expired = updateRecord(context, context.records.checkouts, session, {
    status: 'expired',
    url: null,
  });
  setCheckoutTimer(context, expired);
  emit(context, 'checkout.session.expired', expired);
  return expired;
}
