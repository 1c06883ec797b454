-- outside of a transaction
-- The posts of a workspace that wait for an approval: few, counted and listed in their order.
drop index concurrently if exists posts_awaiting_lists;
create index concurrently posts_awaiting_lists on posts (workspace_id, scheduled_time, id)
  include (status, media_type) where awaiting_since is not null;
