-- outside of a transaction
-- The posts that are looked for on their accounts: few, and asked for every few seconds.
drop index concurrently if exists posts_plan_b;
create index concurrently posts_plan_b on posts (plan_b_looked_at)
  where plan_b_at is not null and status in ('failed', 'error', 'expired');
