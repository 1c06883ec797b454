-- outside of a transaction
-- Failed posts are few, and every page of the application asks for them. It has what their list filters
-- and orders by, so that a page of the list looks up no other posts.
drop index concurrently if exists posts_failed;
create index concurrently posts_failed on posts (workspace_id, scheduled_time, id)
  include (status, media_type)
  where status in ('failed', 'error', 'expired');
