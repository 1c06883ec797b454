-- Hashtags that a workspace uses together.
create table hashtag_groups (
  id uuid primary key,
  workspace_id uuid not null references workspaces on delete cascade,
  name text not null,
  -- Without their signs, in their order.
  hashtags text[] not null,
  created_at timestamptz not null default app_now(),
  updated_at timestamptz not null default app_now()
);
-- People tell them apart by name.
create unique index hashtag_groups_name on hashtag_groups (workspace_id, lower(name));
