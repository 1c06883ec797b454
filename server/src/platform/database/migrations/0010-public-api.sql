create table api_tokens (
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
comment on table api_tokens is
  'API tokens. A program with a token acts for a user in a workspace. Only the hash of a token is stored.';
create index access_tokens_user on api_tokens (user_id);
create index access_tokens_workspace on api_tokens (workspace_id);

create table webhooks (
  id uuid primary key,
  workspace_id uuid not null references workspaces on delete cascade,
  url text not null,
  events text[] not null,
  -- Encrypted. The secret that signs deliveries, and the previous one for a while.
  secret text not null,
  old_secret text,
  old_secret_until timestamptz,
  created_at timestamptz not null default app_now(),
  -- Earlier events are not sent.
  enabled_at timestamptz not null default app_now(),
  disabled_at timestamptz,
  disabled_by_failures boolean not null default false,
  -- Since when every delivery has failed.
  failing_since timestamptz
);
comment on table webhooks is
  'URLs of a workspace that receive events of its posts.';
create index webhooks_workspace on webhooks (workspace_id);

create table webhook_deliveries (
  id uuid primary key,
  webhook_id uuid not null references webhooks on delete cascade,
  event text not null,
  type text not null,
  message jsonb not null,
  created_at timestamptz not null default app_now(),
  unique (webhook_id, event)
);
comment on table webhook_deliveries is
  'Events for a webhook, each once. The outbox delivers them; the key of its message is the id.';
create index webhook_deliveries_created on webhook_deliveries (created_at);
create index webhook_deliveries_shown on webhook_deliveries (webhook_id, created_at);
