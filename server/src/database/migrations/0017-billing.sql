-- Who a workspace is at the card provider.
create table billing_customers (
  workspace_id uuid primary key references workspaces on delete cascade,
  customer_id text not null unique,
  created_at timestamptz not null default app_now(),
  -- Counts who asked what the provider knows of it: an answer is written only while nobody has asked
  -- since, so that an older one never comes after a newer one.
  turn integer not null default 0,
  synced_at timestamptz
);

-- The subscription that decides a workspace's plan, as the provider last told of it; of several the
-- live one, else the newest.
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
  refunded_amount integer
);
create index subscriptions_refunds on subscriptions (refund_requested_at)
  where refund_requested_at is not null and refunded_at is null;

-- What the provider has told, once each; what it is about is asked for anew.
create table billing_events (
  id text primary key,
  type text not null,
  customer_id text,
  received_at timestamptz not null default app_now()
);
create index billing_events_received on billing_events (received_at);

-- When all customers were last compared with what the provider knows.
create table billing_reconciliation (
  "only" boolean primary key default true check ("only"),
  begun_at timestamptz
);
insert into billing_reconciliation default values;
