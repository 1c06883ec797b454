-- By which push services know us: made once where VAPID_PRIVATE_KEY is unset, the private one sealed.
create table push_keys (
  single boolean primary key default true check (single),
  public_key text not null,
  private_key text not null,
  created_at timestamptz not null default app_now()
);

-- The browsers that are told of posts. Each ends with the session that asked for it.
create table push_subscriptions (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  session_id uuid not null references sessions on delete cascade,
  -- Finds it again; the address itself is a secret, since whoever knows it can send there.
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
create index push_subscriptions_user on push_subscriptions (user_id);
create index push_subscriptions_session on push_subscriptions (session_id);

-- What a device is told: of one event once. Held while it is under way.
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
create index push_messages_post on push_messages (post_id) where post_id is not null;
create index push_messages_notice on push_messages (notice_id) where notice_id is not null;
create index push_messages_waiting on push_messages (next_at)
  where sent_at is null and given_up_at is null;

-- What is new is looked for every few seconds.
create index notices_created on notices (created_at);
