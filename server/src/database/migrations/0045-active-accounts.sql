-- outside of a transaction
-- Each account once in a workspace, instead of one in all.
drop index concurrently if exists instagram_connections_active;
create unique index concurrently instagram_connections_active
  on instagram_connections (workspace_id, ig_user_id) where ended_at is null;
drop index concurrently if exists instagram_connections_workspace;
