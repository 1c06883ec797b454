create table billing_customers (
  workspace_id uuid primary key references workspaces on delete cascade,
  customer_id text not null unique,
  created_at timestamptz not null default app_now(),
  -- Counts who asked what the provider knows of it: an answer is written only while nobody has asked since, so
  -- that an older one never comes after a newer one.
  turn integer not null default 0,
  synced_at timestamptz,
  -- All the money back is given once; afterwards the law's days of withdrawal remain.
  guarantee_used_at timestamptz
);
comment on table billing_customers is
  'Customers at Stripe, one for each workspace.';

create table subscriptions (
  workspace_id uuid primary key references workspaces on delete cascade,
  subscription_id text not null unique,
  -- The provider's word.
  status text not null,
  plan text not null check (plan in ('pro', 'premium')),
  created_at timestamptz not null,
  current_period_end timestamptz,
  -- When it ends by its owner's wish.
  cancel_at timestamptz,
  -- The first charge that was more than nothing: the guarantee counts from it.
  first_paid_at timestamptz,
  -- Its owner withdraws: what is still to be done is done by a job.
  refund_requested_at timestamptz,
  refunded_at timestamptz,
  -- In cents.
  refunded_amount integer,
  -- Since when a charge is missing, by our clock; null while none is.
  past_due_since timestamptz,
  -- The plan that begins with the next period, where another one was chosen.
  next_plan text check (next_plan in ('pro', 'premium')),
  -- What keeps, or kept, its money from being paid back by us.
  refund_trouble text check (refund_trouble in ('disputed', 'returned_by_bank', 'refused')),
  -- When its owner was written that the trial ends soon.
  trial_told_at timestamptz
);
comment on table subscriptions is
  'The subscription that decides the plan of a workspace, as Stripe last described it: of several the live '
  'one, else the newest.';
create index subscriptions_refunds on subscriptions (refund_requested_at)
  where refund_requested_at is not null and refunded_at is null;

create table billing_purchases (
  checkout_id text primary key,
  workspace_id uuid not null references workspaces on delete cascade,
  told_at timestamptz not null default app_now()
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
  'Events received from Stripe, once each. What an event is about is then read from Stripe.';
create index billing_events_received on billing_events (received_at);

create table billing_troubles (
  -- The provider's, of the dispute, the refund or the subscription.
  id text primary key,
  workspace_id uuid not null references workspaces on delete cascade,
  kind text not null check (kind in ('dispute', 'refund_failed', 'repeated')),
  -- In cents.
  amount integer not null,
  told_at timestamptz not null default app_now()
);
comment on table billing_troubles is
  'Disputes, failed refunds and duplicate subscriptions. The team is told of each once.';
create index billing_troubles_of on billing_troubles (workspace_id);

create table billing_reconciliation (
  "only" boolean primary key default true check ("only"),
  begun_at timestamptz
);
comment on table billing_reconciliation is
  'When all customers were last compared with Stripe. One row.';
insert into billing_reconciliation default values;
