-- outside of a transaction
-- The posts that are looked for on their accounts, by the time that they are looked for from: those of
-- long ago stay behind, however many there are.
drop index concurrently if exists posts_by_hand;
create index concurrently posts_by_hand on posts (coalesce(by_hand_since, plan_b_at))
  where plan_b_at is not null and status in ('failed', 'error', 'expired');
drop index concurrently if exists posts_plan_b;
