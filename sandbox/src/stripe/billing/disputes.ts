import type { Charge, Dispute, WithExtras } from '../objects.ts';
import { newId, getNow, type PaymentsContext } from '../context.ts';
import { updateRecord, emit } from '../webhooks/emit.ts';

const RESPONSE_DEADLINE_SECONDS = 7 * 86_400;

/** Opens a dispute: the amount is withheld until the dispute is closed. */
export function openDispute(context: PaymentsContext, charge: Charge): void {
  const { records } = context;
  const created = getNow(context);
  const brand = records.paymentMethods.get(charge.payment_method)?.card.brand ?? 'visa';
  const dispute = {
    id: newId(context, 'du'),
    object: 'dispute',
    amount: charge.amount,
    balance_transactions: [],
    charge: charge.id,
    created,
    currency: 'brl',
    enhanced_eligibility_types: [],
    evidence: NO_EVIDENCE,
    evidence_details: {
      due_by: created + RESPONSE_DEADLINE_SECONDS,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted',
    },
    intended_submission_method: null,
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    payment_method_details: {
      card: { brand, case_type: 'chargeback', network: brand, network_reason_code: '10.4' },
      type: 'card',
    },
    reason: 'fraudulent',
    status: 'needs_response',
  } satisfies WithExtras<Dispute>;
  records.disputes.put(dispute);
  updateRecord(context, records.charges, charge, { disputed: true });
  emit(context, 'charge.dispute.created', dispute);
}

export const isDisputeOpen = ({ status }: Dispute): boolean =>
  status !== 'won' && status !== 'lost';

/** The amount returns to the merchant or stays with the cardholder. */
export function closeDispute(
  context: PaymentsContext,
  dispute: Dispute,
  status: 'won' | 'lost',
): Dispute {
  const closed = updateRecord(context, context.records.disputes, dispute, { status });
  emit(context, 'charge.dispute.closed', closed);
  return closed;
}

const NO_EVIDENCE = {
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  enhanced_evidence: {},
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
};
