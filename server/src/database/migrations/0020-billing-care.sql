-- All the money back is given once; afterwards the law's days of withdrawal remain.
alter table billing_customers add column guarantee_used_at timestamptz;
update billing_customers c set guarantee_used_at = s.refunded_at
from subscriptions s where s.workspace_id = c.workspace_id and s.refunded_amount > 0;

alter table subscriptions
  -- Since when a charge is missing, by our clock; null while none is.
  add column past_due_since timestamptz,
  -- The plan that begins with the next period, where another one was chosen.
  add column next_plan text check (next_plan in ('pro', 'premium')),
  -- What keeps, or kept, its money from being paid back by us.
  add column refund_trouble text
    check (refund_trouble in ('disputed', 'returned_by_bank', 'refused')),
  -- When its owner was written that the trial ends soon.
  add column trial_told_at timestamptz;
update subscriptions set past_due_since = app_now() where status = 'past_due';

-- Checkouts that were told as purchases to whoever measures, once each.
create table billing_purchases (
  checkout_id text primary key,
  workspace_id uuid not null references workspaces on delete cascade,
  told_at timestamptz not null default app_now()
);
create index billing_purchases_of on billing_purchases (workspace_id);

-- What a bank has refused or takes back of money that was paid or paid back, and subscriptions that
-- were one too many; each is told once.
create table billing_troubles (
  -- The provider's, of the dispute, the refund or the subscription.
  id text primary key,
  workspace_id uuid not null references workspaces on delete cascade,
  kind text not null check (kind in ('dispute', 'refund_failed', 'repeated')),
  -- In cents.
  amount integer not null,
  told_at timestamptz not null default app_now()
);
create index billing_troubles_of on billing_troubles (workspace_id);
