-- outside of a transaction
-- The posts that wait for their owner after a pause: few, and asked for with every page.
drop index concurrently if exists posts_held;
create index concurrently posts_held on posts (workspace_id) where held_at is not null;
