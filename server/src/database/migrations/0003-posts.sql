create table posts (
  id uuid primary key,
  workspace_id uuid not null references workspaces on delete cascade,
  created_by uuid not null references users,
  media_type text not null
    check (media_type in ('IMAGE', 'VIDEO', 'REELS', 'STORIES', 'CAROUSEL')),
  -- What people see.
  status text not null
    check (status in ('draft', 'scheduled', 'pending', 'published', 'failed', 'error', 'expired')),
  caption text not null default '',
  scheduled_time timestamptz,
  demo boolean not null default false,
  -- Counts edits of what is published: a container of another revision may not go out.
  revision integer not null default 1,
  created_at timestamptz not null default app_now(),
  updated_at timestamptz not null default app_now(),

  -- Where the engine is. preparing: containers are made; prepared: one call is left; publishing:
  -- the intent is written and the call may have been sent; doubt: its outcome is being read;
  -- idle: nothing is left to do.
  stage text not null default 'idle'
    check (stage in ('idle', 'preparing', 'prepared', 'publishing', 'doubt')),
  -- When the next step is due; null when there is none. The sweep finds what was forgotten.
  next_look_at timestamptz,
  -- Whoever holds the lease may act; whoever writes must hold the newest fence.
  lease_until timestamptz,
  fence integer not null default 0,
  -- Passes of the same stage so far, for back-off and bounds.
  looks integer not null default 0,
  -- Containers that Instagram took and could not process.
  containers_failed integer not null default 0,
  -- The Instagram account it was prepared for, and the container that the intent names.
  ig_user_id text references instagram_accounts,
  container_id uuid,
  intent_at timestamptz,
  publish_attempts integer not null default 0,
  -- Its hour came while Instagram made it wait (processing, quota, rate limit): it does not expire.
  late_excused boolean not null default false,
  -- What Instagram answered to the last publish, when that was no clear success.
  publish_error text,

  media_id text unique,
  permalink text,
  published_at timestamptz,
  error_code text,
  error_message text,
  error_action text,

  check (status = 'draft' or scheduled_time is not null),
  check (status <> 'published' or published_at is not null),
  check ((stage = 'idle') = (next_look_at is null))
);
create index posts_calendar on posts (workspace_id, scheduled_time, id);
create index posts_next_look on posts (next_look_at) where next_look_at is not null;
create index posts_due on posts (scheduled_time) where stage = 'prepared';

create table post_media (
  post_id uuid not null references posts on delete cascade,
  position integer not null,
  file_id uuid not null references media_files,
  primary key (post_id, position)
);
create index post_media_file on post_media (file_id);

-- Instagram's containers. Each is our idempotency key: it is published at most once.
create table containers (
  id uuid primary key,
  post_id uuid not null references posts on delete cascade,
  revision integer not null,
  position integer not null default 0,
  kind text not null check (kind in ('single', 'child', 'parent')),
  ig_user_id text not null,
  -- Instagram's id; null until its answer is stored.
  graph_id text unique,
  state text not null
    check (state in ('creating', 'processing', 'finished', 'published', 'dead')),
  born_at timestamptz not null default app_now()
);
create index containers_post on containers (post_id);
alter table posts add foreign key (container_id) references containers;

-- The same key, the same post: a client that lost the answer asks again.
create table idempotency_keys (
  user_id uuid not null references users on delete cascade,
  key text not null,
  content_hash text not null,
  post_id uuid not null references posts on delete cascade,
  created_at timestamptz not null default app_now(),
  primary key (user_id, key)
);
