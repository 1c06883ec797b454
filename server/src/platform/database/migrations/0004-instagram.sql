create table instagram_accounts (
  ig_user_id text primary key,
  username text not null,
  -- Why nothing goes out on this account until then; null while all is well.
  paused_reason text check (paused_reason in ('blocked', 'rate_limited', 'quota')),
  paused_until timestamptz,
  created_at timestamptz not null default app_now(),
  -- What Instagram said when it was paused.
  paused_code text,
  -- Posts that Instagram lets the account publish in 24 hours, and how many it counted when.
  quota_total integer,
  quota_used integer,
  quota_read_at timestamptz,
  check ((paused_reason is null) = (paused_until is null))
);
comment on table instagram_accounts is
  'Instagram accounts, whoever connected them: what Instagram limits by account.';

create table instagram_connections (
  id uuid primary key,
  workspace_id uuid not null references workspaces on delete cascade,
  ig_user_id text not null references instagram_accounts,
  page_id text not null,
  facebook_user_id text not null,
  -- Encrypted with the key ring.
  user_token text not null,
  page_token text not null,
  picture_file_id uuid references media_files,
  connected_by uuid not null references users,
  connected_at timestamptz not null default app_now(),
  -- Instagram no longer takes these tokens: nothing goes out until the owner authorises again.
  needs_reconnect boolean not null default false,
  -- Disconnected or replaced. The row lives on, for reads only and at most 24 h, while a post that went out
  -- through it is in doubt.
  ended_at timestamptz,
  -- What Instagram said when it refused the token.
  reconnect_code text,
  user_token_expires_at timestamptz,
  -- Instagram forgets an app 90 days after its owner's last login.
  data_access_expires_at timestamptz,
  -- When token, permissions and quota were last asked for.
  checked_at timestamptz,
  -- When the care of its token last took it in hand.
  cared_at timestamptz,
  -- When the account came to the workspace; null: with this connection. Renewing one keeps its place.
  standing_since timestamptz,
  -- Since when a connection publishes nothing until its owner authorises it again.
  reconnect_since timestamptz
);
comment on table instagram_connections is
  'Instagram accounts that a workspace has connected, with their sealed tokens.';
create index instagram_connections_account on instagram_connections (ig_user_id);
-- Each account once in a workspace, instead of one in all.
create unique index instagram_connections_active on instagram_connections (workspace_id, ig_user_id) where ended_at is null;
create index instagram_connections_picture on instagram_connections (picture_file_id) where picture_file_id is not null;

create table instagram_authorizations (
  state_hash bytea primary key,
  browser_hash bytea not null,
  -- Logging out ends what the session began.
  session_id uuid not null references sessions on delete cascade,
  user_id uuid not null references users on delete cascade,
  workspace_id uuid not null references workspaces on delete cascade,
  expires_at timestamptz not null,
  -- The user asked for one more account, and not for another in place of the connected one.
  adds boolean not null default false
);
comment on table instagram_authorizations is
  'Connections in the making: the browser is at Instagram''s dialog.';

create table instagram_pending_grants (
  -- Of what the browser keeps: only that one may choose.
  browser_hash bytea primary key,
  -- Logging out ends what the session began.
  session_id uuid not null references sessions on delete cascade,
  user_id uuid not null references users on delete cascade,
  workspace_id uuid not null references workspaces on delete cascade,
  -- Who granted them: Meta may ask to forget this person.
  facebook_user_id text not null,
  adds boolean not null,
  -- The connected account whose place the choice takes; null where it takes none.
  replaces text,
  -- The accounts with their tokens. Encrypted with the key ring.
  accounts text not null,
  expires_at timestamptz not null
);
comment on table instagram_pending_grants is
  'Logins that granted several Instagram accounts, until the user chooses which to connect.';
create index instagram_pending_grants_person on instagram_pending_grants (facebook_user_id);
