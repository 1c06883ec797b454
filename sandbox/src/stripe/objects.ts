/** The types name the members that the sandbox reads or changes; `WithExtras` adds the constant ones. */
export type WithExtras<Thing> = Thing extends unknown[]
  ? { [Index in keyof Thing]: WithExtras<Thing[Index]> }
  : Thing extends object
    ? { [Name in keyof Thing]: WithExtras<Thing[Name]> } & Record<string, unknown>
    : Thing;

export type Metadata = Record<string, string>;

export type List<Item, Data extends Item[] = Item[]> = {
  object: 'list';
  data: Data;
  has_more: boolean;
  url: string;
};

export type Product = {
  id: string;
  name: string;
};

export type Price = {
  id: string;
  created: number;
  currency: string;
  lookup_key: string | null;
  metadata: Metadata;
  product: string;
  unit_amount: number;
};

export type Customer = {
  id: string;
  /** Negative is a credit of the customer, applied to the next invoice. */
  balance: number;
  delinquent: boolean;
  email: string | null;
  invoice_prefix: string;
  invoice_settings: { default_payment_method: string | null };
  name: string | null;
  next_invoice_sequence: number;
  deleted?: true;
};

export type PaymentMethod = {
  id: string;
  customer: string | null;
  card: { brand: string; country: string; exp_month: number; exp_year: number; last4: string };
  billing_details: { name: string | null; email: string | null };
};

export type SubscriptionStatus =
  | 'incomplete'
  | 'incomplete_expired'
  | 'trialing'
  | 'active'
  | 'past_due'
  | 'canceled'
  | 'unpaid';

export type Proration = 'create_prorations' | 'always_invoice' | 'none';

export type SubscriptionItem = {
  id: string;
  current_period_end: number;
  current_period_start: number;
  price: Price;
};

export type Subscription = {
  id: string;
  billing_cycle_anchor: number;
  cancel_at: number | null;
  cancel_at_period_end: boolean;
  canceled_at: number | null;
  cancellation_details: {
    comment: string | null;
    feedback: string | null;
    feedback_option: null;
    reason: string | null;
  };
  created: number;
  customer: string;
  default_payment_method: string;
  ended_at: number | null;
  items: List<SubscriptionItem, [SubscriptionItem]>;
  latest_invoice: string | null;
  metadata: Metadata;
  /** The id of a schedule that changes the plan for the next period. */
  schedule: string | null;
  status: SubscriptionStatus;
  trial_end: number | null;
};

export type Period = { start: number; end: number };

export type InvoiceLine = {
  id: string;
  amount: number;
  description: string;
  invoice: string | null;
  period: Period;
};

export type BillingReason = 'subscription_create' | 'subscription_cycle' | 'subscription_update';

export type Invoice = {
  id: string;
  amount_due: number;
  amount_paid: number;
  amount_remaining: number;
  attempt_count: number;
  attempted: boolean;
  auto_advance: boolean;
  automatically_finalizes_at: number | null;
  billing_reason: BillingReason;
  created: number;
  customer: string;
  effective_at: number | null;
  ending_balance: number | null;
  hosted_invoice_url: string | null;
  invoice_pdf: string | null;
  lines: List<InvoiceLine>;
  next_payment_attempt: number | null;
  number: string | null;
  parent: { subscription_details: { subscription: string; metadata: Metadata } };
  starting_balance: number;
  status: 'draft' | 'open' | 'paid' | 'void';
  status_transitions: {
    finalized_at: number | null;
    paid_at: number | null;
    voided_at: number | null;
  };
  total: number;
};

export type InvoicePayment = {
  id: string;
  amount_paid: number | null;
  invoice: string;
  payment: { type: 'payment_intent'; payment_intent: string };
  status: 'open' | 'paid' | 'canceled';
  status_transitions: { canceled_at: number | null; paid_at: number | null };
};

export type PaymentError = {
  type: 'card_error';
  code: string;
  decline_code?: string;
  message: string;
  charge?: string;
};

export type PaymentIntent = {
  id: string;
  amount: number;
  amount_received: number;
  canceled_at: number | null;
  customer: string;
  last_payment_error: PaymentError | null;
  latest_charge: string | null;
  next_action: { type: string } | null;
  payment_method: string | null;
  status: 'requires_payment_method' | 'requires_action' | 'succeeded' | 'canceled';
};

export type Charge = {
  id: string;
  amount: number;
  amount_refunded: number;
  customer: string;
  disputed: boolean;
  paid: boolean;
  payment_intent: string;
  payment_method: string;
  refunded: boolean;
  refunds: List<Refund>;
  status: 'succeeded' | 'failed';
};

export type Schedule = {
  id: string;
  current_phase: { end_date: number; start_date: number } | null;
  phases: { items: { price: string }[]; start_date: number; end_date: number }[];
  released_at: number | null;
  released_subscription: string | null;
  status: 'active' | 'released';
  subscription: string | null;
};

export type Dispute = {
  id: string;
  charge: string;
  status: string;
};

export type Refund = {
  id: string;
  amount: number;
  charge: string;
  created: number;
  payment_intent: string;
  payment_method: string;
  failure_reason?: string;
  status: string;
};

export type StripeEvent = {
  id: string;
  data: { object: object; previous_attributes?: Record<string, unknown> };
  request: { id: string | null; idempotency_key: string | null };
  type: string;
};
