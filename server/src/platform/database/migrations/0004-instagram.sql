create table instagram_accounts (
  ig_user_id text primary key,
  username text not null,
  -- Why the account publishes nothing until `throttled_until`; null without a throttle.
  throttle_reason text check (throttle_reason in ('blocked', 'rate_limited', 'quota')),
  throttled_until timestamptz,
  created_at timestamptz not null default app_now(),
  -- The error of Instagram that caused the throttle.
  throttle_code text,
  -- Counts the claims of its posts and the pauses (publishing/store/claim-and-record.ts): a claim drops what it chose
  -- for an account whose count has changed since it looked.
  claim_version integer not null default 0,
  -- No publish call of the account begins before; written with the intent of the one before. Null without a gap.
  next_publish_at timestamptz,
  -- How many posts Instagram allows the account to publish in 24 hours, how many it counted, and when.
  quota_total integer,
  quota_used integer,
  quota_read_at timestamptz,
  constraint instagram_accounts_throttle_ends check ((throttle_reason is null) = (throttled_until is null))
);
comment on table instagram_accounts is
  'Instagram accounts, independent of the workspaces that connect them: the limits that Instagram applies '
  'per account.';

create table instagram_apps (
  -- Each login has an app of its own.
  login text primary key check (login in ('facebook', 'instagram')),
  -- Between these times no account of this login is called, because Instagram has limited the calls of the app.
  throttled_since timestamptz not null,
  throttled_until timestamptz not null,
  -- The error of Instagram that caused the last throttle, or `app-usage`.
  throttle_code text not null
);
comment on table instagram_apps is
  'The last time that Instagram throttled an app, for all accounts of its login; no row before the first one.';

create table instagram_connections (
  id uuid primary key,
  workspace_id uuid not null references workspaces on delete cascade,
  ig_user_id text not null references instagram_accounts,
  -- How its owner gave access: through a Facebook page, or with the account itself.
  login text not null default 'facebook' check (login in ('facebook', 'instagram')),
  -- Null without a page.
  page_id text,
  -- Who gave access, by an id for this app: a Facebook user, or with the login `instagram` the account itself.
  authorizer_id text not null,
  -- Encrypted with the key ring.
  user_token text not null,
  page_token text not null,
  -- The permissions that the last login of this person has listed; null where `debug_token` tells them.
  granted_scopes text[],
  picture_file_id uuid references media_files,
  connected_by uuid not null references users,
  connected_at timestamptz not null default app_now(),
  -- Instagram rejects these tokens: the account publishes nothing until its owner authorises again.
  needs_reconnect boolean not null default false,
  -- Disconnected or replaced. While a post that was published through it has an unknown outcome, the row
  -- remains for reads only, for at most 24 h.
  ended_at timestamptz,
  -- The error of Instagram when it rejected the token.
  reconnect_code text,
  user_token_expires_at timestamptz,
  -- Instagram ends the access of an app 90 days after the last login of the owner.
  data_access_expires_at timestamptz,
  -- When token, permissions and quota were last requested.
  checked_at timestamptz,
  -- When the token refresh last claimed the connection.
  refresh_tried_at timestamptz,
  -- When the account was added to the workspace; null: with this connection. A renewed connection keeps its
  -- position.
  listed_since timestamptz,
  -- Since when the connection publishes nothing, until its owner authorises it again.
  reconnect_since timestamptz,
  constraint instagram_connections_page check ((login = 'facebook') = (page_id is not null)),
  constraint instagram_connections_scopes check ((login = 'instagram') = (granted_scopes is not null))
);
comment on table instagram_connections is
  'Instagram accounts that a workspace has connected, with their encrypted tokens.';
create index instagram_connections_account on instagram_connections (ig_user_id);
-- A workspace may connect several accounts, each of them once.
create unique index instagram_connections_active on instagram_connections (workspace_id, ig_user_id) where ended_at is null;
create index instagram_connections_workspace on instagram_connections (workspace_id);
create index instagram_connections_user on instagram_connections (connected_by);
create index instagram_connections_picture on instagram_connections (picture_file_id) where picture_file_id is not null;

create table instagram_authorizations (
  state_hash bytea primary key,
  browser_hash bytea not null,
  -- A logout also deletes what its session began.
  session_id uuid not null references sessions on delete cascade,
  user_id uuid not null references users on delete cascade,
  workspace_id uuid not null references workspaces on delete cascade,
  expires_at timestamptz not null,
  -- The user adds an account instead of replacing the connected one.
  adds boolean not null default false,
  login text not null default 'facebook' check (login in ('facebook', 'instagram'))
);
comment on table instagram_authorizations is
  'Authorizations in progress: the browser is at the dialog of Instagram.';

create table instagram_pending_grants (
  -- Hash of a secret of the browser: only this browser may choose.
  browser_hash bytea primary key,
  -- A logout also deletes what its session began.
  session_id uuid not null references sessions on delete cascade,
  user_id uuid not null references users on delete cascade,
  workspace_id uuid not null references workspaces on delete cascade,
  -- The person who granted the accounts; Meta may request the deletion of their data.
  authorizer_id text not null,
  login text not null default 'facebook' check (login in ('facebook', 'instagram')),
  adds boolean not null,
  -- The connected account that the choice replaces; null when it replaces none.
  replaces text,
  -- The accounts with their tokens, encrypted with the key ring.
  accounts text not null,
  expires_at timestamptz not null
);
comment on table instagram_pending_grants is
  'Logins that granted several Instagram accounts, until the user chooses which to connect.';
create index instagram_pending_grants_person on instagram_pending_grants (authorizer_id);
