create table billing_customers (
  workspace_id uuid primary key references workspaces on delete cascade,
  customer_id text not null unique,
  created_at timestamptz not null default app_now(),
  -- Counts the requests to the payment provider: a response is written only if no later request was made, so
  -- an older response never overwrites a newer one.
  turn integer not null default 0,
  synced_at timestamptz,
  -- The full refund is granted once; afterwards only the statutory withdrawal period remains.
  guarantee_used_at timestamptz
);
comment on table billing_customers is
  'Customers at Stripe, one for each workspace.';

create table subscriptions (
  workspace_id uuid primary key references workspaces on delete cascade,
  subscription_id text not null unique,
  -- As the provider reports it.
  status text not null,
  plan text not null check (plan in ('pro', 'premium')),
  created_at timestamptz not null,
  current_period_end timestamptz,
  -- When the subscription ends because its owner cancelled it.
  cancel_at timestamptz,
  -- The first charge above zero; the guarantee period starts with it.
  first_paid_at timestamptz,
  -- The owner has withdrawn; a job carries out the remaining steps.
  refund_requested_at timestamptz,
  refunded_at timestamptz,
  -- In cents.
  refunded_amount integer,
  -- Since when a charge is missing, by our clock; null without a missing charge.
  past_due_since timestamptz,
  -- The plan that begins with the next period, if the user chose another one.
  next_plan text check (next_plan in ('pro', 'premium')),
  -- Why we cannot, or could not, refund the payment.
  refund_issue text check (refund_issue in ('disputed', 'returned_by_bank', 'refused')),
  -- When the owner was notified that the trial ends soon.
  trial_notified_at timestamptz
);
comment on table subscriptions is
  'The subscription that decides the plan of a workspace, in the state that Stripe last returned. Of '
  'several, it is the live one, else the newest.';
create index subscriptions_refunds on subscriptions (refund_requested_at)
  where refund_requested_at is not null and refunded_at is null;

create table billing_purchases (
  checkout_id text primary key,
  workspace_id uuid not null references workspaces on delete cascade,
  notified_at timestamptz not null default app_now()
);
comment on table billing_purchases is
  'Checkouts that were reported to analytics, once each.';
create index billing_purchases_of on billing_purchases (workspace_id);

create table billing_events (
  id text primary key,
  type text not null,
  customer_id text,
  received_at timestamptz not null default app_now()
);
comment on table billing_events is
  'Events received from Stripe, once each. The object of an event is then read from Stripe.';
create index billing_events_received on billing_events (received_at);

create table payment_issues (
  -- The id of the dispute, the refund or the subscription at the provider.
  id text primary key,
  workspace_id uuid not null references workspaces on delete cascade,
  kind text not null check (kind in ('dispute', 'refund_failed', 'repeated')),
  -- In cents.
  amount integer not null,
  notified_at timestamptz not null default app_now()
);
comment on table payment_issues is
  'Payment issues: disputes, failed refunds and duplicate subscriptions. The team is notified of each '
  'once.';
create index payment_issues_of on payment_issues (workspace_id);

create table payment_issue_reports (
  -- The id of the dispute or refund at the provider.
  id text primary key,
  -- When a job was last sent for it.
  woken_at timestamptz not null default app_now()
);
comment on table payment_issue_reports is
  'Disputes and failed refunds that are not looked up at Stripe yet; the lookup deletes the row.';

create table billing_reconciliation (
  "only" boolean primary key default true check ("only"),
  begun_at timestamptz
);
comment on table billing_reconciliation is
  'One row: when all customers were last compared with Stripe.';
insert into billing_reconciliation default values;
