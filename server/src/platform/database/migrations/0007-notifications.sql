create table notifications (
  id uuid primary key,
  workspace_id uuid not null references workspaces on delete cascade,
  post_id uuid references posts on delete cascade,
  dedupe_key text not null unique,
  code text not null,
  message text not null,
  action text not null,
  created_at timestamptz not null default app_now(),
  -- The message of the outbox that has it or had it.
  email_id uuid,
  sent_at timestamptz,
  -- Whether the email links to the page for manual publishing, with media and caption.
  manual_publishing boolean not null default false
);
comment on table notifications is
  'Notifications to users about posts and Instagram accounts by email. Each is sent once.';
-- New notifications are searched every few seconds.
create index notifications_created on notifications (created_at);
-- The notifications of a deleted post are found without a full scan.
create index notifications_post on notifications (post_id) where post_id is not null;
create index notifications_email on notifications (email_id) where email_id is not null;
create index notifications_workspace on notifications (workspace_id);
create index notifications_unsent on notifications (workspace_id) where sent_at is null;

create table push_keys (
  single boolean primary key default true check (single),
  public_key text not null,
  private_key text not null,
  created_at timestamptz not null default app_now()
);
comment on table push_keys is
  'Our VAPID key pair for push services, created once if VAPID_PRIVATE_KEY is not set. The private key is '
  'encrypted.';

create table push_subscriptions (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  session_id uuid not null references sessions on delete cascade,
  -- Hash of the push address. The address is a secret, because it permits sending to the browser.
  endpoint_sha256 bytea not null unique,
  -- Address and keys, encrypted.
  sealed text not null,
  user_agent text not null,
  wants_published boolean not null default true,
  wants_at_risk boolean not null default true,
  wants_failed boolean not null default true,
  created_at timestamptz not null default app_now(),
  last_sent_at timestamptz,
  -- Since when the push service has refused every message.
  failing_since timestamptz
);
comment on table push_subscriptions is
  'Browsers that receive push notifications. A subscription ends with the session that created it.';
create index push_subscriptions_session on push_subscriptions (session_id);
create index push_subscriptions_user on push_subscriptions (user_id);

create table weekly_summaries (
  user_id uuid not null references users on delete cascade,
  week timestamptz not null,
  sent_at timestamptz not null default app_now(),
  primary key (user_id, week)
);
comment on table weekly_summaries is
  'Weekly summaries that were sent to a user.';
