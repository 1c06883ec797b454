-- Every statement reads the time through app_now(), so that a simulation can replace it.
-- Stable within one statement: indexes can be used, and a row is judged by one instant.
create function app_now() returns timestamptz language sql stable as 'select statement_timestamp()';

create table users (
  id uuid primary key,
  email text not null,
  password_hash text,
  created_at timestamptz not null default app_now()
);
create unique index users_email on users (lower(email));

-- Posts and connections belong to a workspace; plans are counted per workspace.
create table workspaces (
  id uuid primary key,
  plan text not null default 'free' check (plan in ('free', 'pro', 'premium')),
  subscription_status text not null default 'none'
    check (subscription_status in ('none', 'active', 'past_due', 'canceled')),
  created_at timestamptz not null default app_now()
);

create table workspace_members (
  workspace_id uuid not null references workspaces on delete cascade,
  user_id uuid not null references users on delete cascade,
  primary key (workspace_id, user_id)
);
create index workspace_members_user on workspace_members (user_id);

create table sessions (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  token_hash bytea not null unique,
  user_agent text not null,
  created_at timestamptz not null default app_now(),
  last_seen_at timestamptz not null default app_now(),
  expires_at timestamptz not null
);
create index sessions_user on sessions (user_id);

create table worker_heartbeats (
  worker_id uuid primary key,
  seen_at timestamptz not null
);
