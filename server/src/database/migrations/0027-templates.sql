-- Texts that a workspace keeps for its next posts.
create table custom_templates (
  id uuid primary key,
  workspace_id uuid not null references workspaces on delete cascade,
  name text not null,
  media_type text not null
    check (media_type in ('IMAGE', 'VIDEO', 'REELS', 'STORIES', 'CAROUSEL')),
  -- With fields between braces.
  caption text not null,
  -- What goes into each picture, in their order.
  frames text[] not null,
  created_at timestamptz not null default app_now(),
  updated_at timestamptz not null default app_now()
);
-- People tell their templates apart by name.
create unique index custom_templates_name on custom_templates (workspace_id, lower(name));
