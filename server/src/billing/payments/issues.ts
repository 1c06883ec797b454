import { failedStates } from './refunds.ts';
import { idOf, isMissing, type StripeClient } from './stripe-client.ts';

/** What a bank has refused, or takes back. */
export interface PaymentIssue {
  customer: string;
  kind: 'dispute' | 'refund_failed';
  /** In cents. */
  amount: number;
  /** Of a dispute: the bank has decided. */
  isClosed: boolean;
}

const closedStates: ReadonlySet<string> = new Set(['won', 'lost', 'warning_closed', 'prevented']);

/** Disputes and refunds that failed, as the provider knows them now. */
export function createPaymentIssueLookup(client: StripeClient) {
  return {
    /** Undefined of what is in no trouble, of nobody or unknown. */
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
        if (isMissing(error)) return undefined;
        throw error;
      }
    },
  };
}
