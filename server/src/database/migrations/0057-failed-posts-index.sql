-- outside of a transaction
-- Failed posts are few, and every page of the application asks for them.
drop index concurrently if exists posts_failed;
create index concurrently posts_failed on posts (workspace_id, scheduled_time)
  where status in ('failed', 'error', 'expired');
