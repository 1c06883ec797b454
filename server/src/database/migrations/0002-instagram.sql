-- A connection being made: the browser is at Instagram's dialog.
create table instagram_authorizations (
  state_hash bytea primary key,
  browser_hash bytea not null,
  -- Logging out ends what the session began.
  session_id uuid not null references sessions on delete cascade,
  user_id uuid not null references users on delete cascade,
  workspace_id uuid not null references workspaces on delete cascade,
  expires_at timestamptz not null
);

-- What belongs to the Instagram account, whoever connected it: quota, pause, media binding.
create table instagram_accounts (
  ig_user_id text primary key,
  username text not null,
  -- Why nothing goes out on this account until then; null while all is well.
  paused_reason text check (paused_reason in ('blocked', 'rate_limited', 'quota')),
  paused_until timestamptz,
  created_at timestamptz not null default app_now(),
  check ((paused_reason is null) = (paused_until is null))
);

create table media_files (
  id uuid primary key,
  workspace_id uuid not null references workspaces on delete cascade,
  kind text not null check (kind in ('image', 'avatar')),
  -- Content-addressed: equal bytes share one stored object.
  sha256 text not null,
  thumbnail_sha256 text not null,
  bytes integer not null,
  width integer not null,
  height integer not null,
  created_at timestamptz not null default app_now()
);
create index media_files_content on media_files (sha256);
create index media_files_thumbnail on media_files (thumbnail_sha256);

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
  -- Disconnected or replaced. The row lives on, for reads only and at most 24 h, while a post that
  -- went out through it is in doubt.
  ended_at timestamptz
);
create unique index instagram_connections_workspace on instagram_connections (workspace_id)
  where ended_at is null;
create index instagram_connections_account on instagram_connections (ig_user_id);
