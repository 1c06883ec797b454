import { failedStates } from './refunds.ts';
import { idOf, isMissingResource, type StripeClient } from './stripe-client.ts';

/** A dispute, or a refund that a bank has refused. */
export interface PaymentIssue {
  customer: string;
  kind: 'dispute' | 'refund_failed';
  /** In cents. */
  amount: number;
  /** The bank has decided the dispute. */
  isClosed: boolean;
}

const closedStates: ReadonlySet<string> = new Set(['won', 'lost', 'warning_closed', 'prevented']);

export function createPaymentIssueLookup(client: StripeClient) {
  return {
    /** Returns undefined for an unknown id, a refund that has not failed, and a charge without customer. */
    async findPaymentIssue(id: string): Promise<PaymentIssue | undefined> {
      const stripe = await client();
      try {
        const kind = id.startsWith('re_') ? ('refund_failed' as const) : ('dispute' as const);
        const found =
          kind === 'dispute'
            ? await stripe.disputes.retrieve(id)
            : await stripe.refunds.retrieve(id);
        const isOver = kind === 'refund_failed' && !failedStates.has(found.status ?? '');
        if (isOver || found.charge === null) return undefined;
        const { customer } = await stripe.charges.retrieve(idOf(found.charge));
        return customer === null
          ? undefined
          : {
              customer: idOf(customer),
              kind,
              amount: found.amount,
              isClosed: closedStates.has(found.status ?? ''),
            };
      } catch (error) {
        if (isMissingResource(error)) return undefined;
        throw error;
      }
    },
  };
}
