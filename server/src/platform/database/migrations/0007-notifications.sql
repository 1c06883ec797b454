create table notices (
  id uuid primary key,
  workspace_id uuid not null references workspaces on delete cascade,
  post_id uuid references posts on delete cascade,
  dedupe_key text not null unique,
  code text not null,
  message text not null,
  action text not null,
  created_at timestamptz not null default app_now(),
  -- A delivery has it in hand until then; one that died has not, from then on.
  sending_until timestamptz,
  sent_at timestamptz,
  -- The mail that leads to the page with its media and its caption.
  plan_b boolean not null default false
);
comment on table notices is
  'Emails to users about posts and accounts, each sent once.';
-- What is new is looked for every few seconds.
create index notices_created on notices (created_at);
-- What goes with something deleted is found without a look at everything: of a post its notices, of a container
-- the post that names it, of a workspace its media.
create index notices_post on notices (post_id) where post_id is not null;
create index notices_unsent on notices (workspace_id) where sent_at is null;

create table push_keys (
  single boolean primary key default true check (single),
  public_key text not null,
  private_key text not null,
  created_at timestamptz not null default app_now()
);
comment on table push_keys is
  'Our key at push services: made once where VAPID_PRIVATE_KEY is not set. The private key is sealed.';

create table push_subscriptions (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  session_id uuid not null references sessions on delete cascade,
  -- Hash of the push address. The address is a secret: it allows to send there.
  endpoint_sha256 bytea not null unique,
  -- Address and keys.
  sealed text not null,
  user_agent text not null,
  wants_published boolean not null default true,
  wants_at_risk boolean not null default true,
  wants_failed boolean not null default true,
  created_at timestamptz not null default app_now(),
  last_sent_at timestamptz,
  -- Since when its service has refused every message.
  failing_since timestamptz
);
comment on table push_subscriptions is
  'Browsers that receive notifications. A subscription ends with the session that made it.';
create index push_subscriptions_session on push_subscriptions (session_id);
create index push_subscriptions_user on push_subscriptions (user_id);

create table push_messages (
  subscription_id uuid not null references push_subscriptions on delete cascade,
  event text not null,
  kind text not null check (kind in ('published', 'at_risk', 'failed')),
  post_id uuid references posts on delete cascade,
  notice_id uuid references notices on delete cascade,
  created_at timestamptz not null default app_now(),
  -- From then on it is no news.
  expires_at timestamptz not null,
  next_at timestamptz not null default app_now(),
  attempts integer not null default 0,
  sending_until timestamptz,
  sent_at timestamptz,
  given_up_at timestamptz,
  primary key (subscription_id, event)
);
comment on table push_messages is
  'Notifications to browsers, each event once. Leased while it is sent.';
create index push_messages_notice on push_messages (notice_id) where notice_id is not null;
create index push_messages_post on push_messages (post_id) where post_id is not null;
create index push_messages_waiting on push_messages (next_at) where sent_at is null and given_up_at is null;

create table account_mails (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  kind text not null,
  -- A delivery has it in hand until then; one that died has not, from then on.
  sending_until timestamptz,
  created_at timestamptz not null default app_now()
);
comment on table account_mails is
  'Emails about a user''s account that are not sent yet. A row is deleted once its email is sent.';
create index account_mails_user on account_mails (user_id);

create table weekly_summaries (
  user_id uuid not null references users on delete cascade,
  week timestamptz not null,
  sending_until timestamptz,
  sent_at timestamptz,
  primary key (user_id, week)
);
comment on table weekly_summaries is
  'Weekly summaries sent to each user. Leased while the email is sent.';
