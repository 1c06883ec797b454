-- The whole of what a post can say, and what the engine keeps of the way it goes out.
alter table posts
  add column share_to_feed boolean not null default true,
  add column thumb_offset_ms integer check (thumb_offset_ms >= 0),
  add column audio_name text,
  add column collaborators text[] not null default '{}',
  add column location_id text,
  -- [{username, x?, y?, item?}]
  add column user_tags jsonb not null default '[]',
  -- The account that was connected when its owner scheduled it; null: whichever is connected.
  add column target_ig_user_id text references instagram_accounts,
  -- The last change of what is published: preparing again waits until its owner is done.
  add column edited_at timestamptz,
  -- When a post that waits is expected to go on.
  add column forecast_at timestamptz,
  -- What was prepared may be published until then: Instagram keeps containers for 24 hours.
  add column good_until timestamptz,
  -- The account's stories that were live before a story of ours was published.
  add column live_story_ids text[],
  -- It was waiting when this database had not been alive for that time, as after a restored backup:
  -- it may have gone out in it, and the account is looked at before it is published.
  add column unseen_since timestamptz,
  add column unseen_until timestamptz,
  -- When the sweep last sent a job for it.
  add column nudged_at timestamptz,
  -- Two posts of one account with the same key cannot be told apart on Instagram: one at a time.
  add column flight_key text not null generated always as (
    case when media_type = 'STORIES' then 'story'
         else case when media_type in ('VIDEO', 'REELS') then 'reel' else 'feed' end
              || md5(btrim(replace(caption, E'\r\n', E'\n'), E' \n\t\r')) end) stored,
  drop column containers_failed;
update posts p set target_ig_user_id = k.ig_user_id
from instagram_connections k
where k.workspace_id = p.workspace_id and k.ended_at is null and not p.demo;

alter table post_media add column alt_text text;

-- A container outlives its post here: Instagram allows an account so many in 24 hours.
alter table containers
  alter column post_id drop not null,
  drop constraint containers_post_id_fkey,
  add foreign key (post_id) references posts on delete set null,
  -- What Instagram fetches for it.
  add column file_id uuid references media_files on delete set null,
  -- What it was made of: whoever needs exactly this may use it.
  add column fingerprint text not null default '',
  -- What Instagram said when it could not be made or processed.
  add column failure text;
alter table posts drop constraint posts_container_id_fkey,
  add foreign key (container_id) references containers on delete set null;
create index containers_account on containers (ig_user_id, born_at);
create index posts_in_flight on posts (ig_user_id) where stage in ('publishing', 'doubt');

alter table media_files
  drop constraint media_files_kind_check,
  add check (kind in ('image', 'video', 'avatar')),
  add column content_type text not null default 'image/jpeg',
  add column duration_ms integer,
  alter column bytes type bigint,
  alter column thumbnail_sha256 drop not null;

alter table instagram_accounts
  -- What Instagram said when it was paused.
  add column paused_code text,
  -- Posts that Instagram lets the account publish in 24 hours, and how many it counted when.
  add column quota_total integer,
  add column quota_used integer,
  add column quota_read_at timestamptz;

alter table instagram_connections
  -- What Instagram said when it refused the token.
  add column reconnect_code text,
  add column user_token_expires_at timestamptz,
  -- Instagram forgets an app 90 days after its owner's last login.
  add column data_access_expires_at timestamptz,
  -- When token, permissions and quota were last asked for.
  add column checked_at timestamptz,
  -- When the care of its token last took it in hand.
  add column cared_at timestamptz;

-- What happened to a post, for its owner: prepared, published, verified, and what went wrong.
create table post_events (
  id bigint generated always as identity primary key,
  post_id uuid not null references posts on delete cascade,
  at timestamptz not null default app_now(),
  kind text not null,
  detail jsonb not null default '{}'
);
create index post_events_post on post_events (post_id, id);

-- What an owner is told by mail, once each.
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
  sent_at timestamptz
);
create index notices_unsent on notices (workspace_id) where sent_at is null;

-- A key outlives its post: whoever asks again after a deletion makes no second one.
alter table idempotency_keys
  alter column post_id drop not null,
  drop constraint idempotency_keys_post_id_fkey,
  add foreign key (post_id) references posts on delete set null;
create index idempotency_keys_post on idempotency_keys (post_id);

-- Held for the moment in which intents are written, so that two workers never count an account's
-- calls at the same time.
create table claim_turn ("only" boolean primary key default true check ("only"));
insert into claim_turn default values;

-- Lateness of the last day, and an account's posts of any day.
create index posts_published on posts (published_at) where status = 'published';
create index posts_account on posts (target_ig_user_id, scheduled_time);

-- Only what is published has one: a post on its way does not pay for the index.
alter table posts drop constraint posts_media_id_key;
create unique index posts_media_id on posts (media_id) where media_id is not null;
