-- By which programs act for a person in a workspace. What is stored of a token is its hash.
create table access_tokens (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  workspace_id uuid not null references workspaces on delete cascade,
  token_hash bytea not null unique,
  name text not null,
  scopes text[] not null,
  created_at timestamptz not null default app_now(),
  expires_at timestamptz not null,
  last_used_at timestamptz
);
create index access_tokens_user on access_tokens (user_id);
create index access_tokens_workspace on access_tokens (workspace_id);
