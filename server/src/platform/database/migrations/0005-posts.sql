create table post_series (
  id uuid primary key,
  workspace_id uuid not null references workspaces on delete cascade,
  created_by uuid not null references users,
  media_type text not null,
  -- All that its owner says of a post; null once no more are made.
  content jsonb,
  -- The account that its owner chose; null: whichever comes first.
  account text,
  -- On which days, as the contract has it.
  rule jsonb not null,
  -- Of the day, on Brasília's clock.
  minute integer not null check ((minute >= 0) and (minute <= 1439)),
  first_on date not null,
  last_on date,
  -- Each of its posts needs an approval.
  needs_approval boolean not null default false,
  -- Why no posts are made at the moment; set when the owner was notified.
  problem_code text,
  problem_message text,
  -- When it is looked whether one more is to be made; null: never again.
  next_look_at timestamptz,
  created_at timestamptz not null default app_now()
);
comment on table post_series is
  'Recurring posts: what each post says, on which days it is made, and until when.';
create index post_series_due on post_series (next_look_at) where next_look_at is not null;
create index post_series_user on post_series (created_by);
create index post_series_workspace on post_series (workspace_id);

create table post_series_media (
  series_id uuid not null references post_series on delete cascade,
  position integer not null,
  file_id uuid not null references media_files on delete cascade,
  alt_text text,
  primary key (series_id, position)
);
comment on table post_series_media is
  'Media of a series. They are kept while no post of the series uses them.';
create index post_series_media_file on post_series_media (file_id);

create table post_series_skips (
  series_id uuid not null references post_series on delete cascade,
  skipped_on date not null,
  primary key (series_id, skipped_on)
);
comment on table post_series_skips is
  'Days of a series whose post was deleted: it is not made again.';

create table posts (
  id uuid primary key,
  workspace_id uuid not null references workspaces on delete cascade,
  created_by uuid not null references users,
  media_type text not null check (media_type in ('IMAGE', 'VIDEO', 'REELS', 'STORIES', 'CAROUSEL')),
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
  -- Where the engine is. preparing: containers are made; prepared: one call is left; publishing: the intent is
  -- written and the call may have been sent; doubt: its outcome is being read; idle: nothing is left to do.
  stage text not null default 'idle'
    check (stage in ('idle', 'preparing', 'prepared', 'publishing', 'doubt')),
  -- When the next step is due; null when there is none. The sweep finds what was forgotten.
  next_look_at timestamptz,
  -- The process with the lease may act, and writes only while it has the newest fence.
  lease_until timestamptz,
  fence integer not null default 0,
  -- Passes of the same stage so far, for back-off and bounds.
  looks integer not null default 0,
  -- The Instagram account it was prepared for, and the container that the intent names.
  ig_user_id text references instagram_accounts,
  container_id uuid,
  intent_at timestamptz,
  publish_attempts integer not null default 0,
  -- Its hour came while Instagram made it wait (processing, quota, rate limit): it does not expire.
  late_excused boolean not null default false,
  -- What Instagram answered to the last publish, when that was no clear success.
  publish_error text,
  media_id text,
  permalink text,
  published_at timestamptz,
  error_code text,
  error_message text,
  error_action text,
  share_to_feed boolean not null default true,
  thumb_offset_ms integer check (thumb_offset_ms >= 0),
  audio_name text,
  collaborators text[] not null default '{}',
  location_id text,
  -- [{username, x?, y?, item?}]
  user_tags jsonb not null default '[]',
  -- The account that was connected when its owner scheduled it; null: whichever is connected.
  target_ig_user_id text references instagram_accounts,
  -- The last change of what is published: preparing again waits until its owner is done.
  edited_at timestamptz,
  -- When a post that waits is expected to go on.
  forecast_at timestamptz,
  -- What was prepared may be published until then: Instagram keeps containers for 24 hours.
  good_until timestamptz,
  -- The account's stories that were live before a story of ours was published.
  live_story_ids text[],
  -- It was waiting when this database had not been alive for that time, as after a restored backup: it may have
  -- gone out in it, and the account is looked at before it is published.
  unseen_since timestamptz,
  unseen_until timestamptz,
  -- When the sweep last sent a job for it.
  nudged_at timestamptz,
  -- Instagram cannot tell two posts of one account with the same key apart: one publishes at a time.
  flight_key text not null generated always as (
    case when media_type = 'STORIES' then 'story'
         else case when media_type in ('VIDEO', 'REELS') then 'reel' else 'feed' end
              || md5(btrim(replace(caption, E'\r\n', E'\n'), E' \n\t\r')) end) stored,
  -- Who holds its intent: a worker that has all of an account's calls in hand counts them itself.
  claimed_by uuid,
  -- When its link was last asked for, of what was published and has none yet.
  permalink_asked_at timestamptz,
  -- How the owner of a post had each of its pictures brought to the ratio that it goes out in, in their order;
  -- null leaves one as it is.
  fit text[] not null default '{}' check (array_remove(fit, null) <@ array['crop', 'pad']),
  -- After its hour the post waited for its account: for its quota, or for its owner. For figures alone; the
  -- engine goes by late_excused, which also says that a post does not expire.
  late_by_others boolean not null default false,
  -- Its hour passed in a pause: it waits for its owner's word, and never goes out by itself.
  held_at timestamptz,
  -- Written below a post once it is published; empty where there is none.
  first_comment text not null default '',
  -- It is to be approved and is not: at its hour it does not go out.
  awaiting_since timestamptz,
  -- Its owner has said which account it is for: it goes out on no other unasked.
  account_chosen boolean not null default false,
  series_id uuid references post_series on delete set null,
  -- The day that it was made for, wherever its owner has moved it since.
  occurrence_on date,
  -- Since when its owner may have published it by hand: they were told how, or said that they will. Before
  -- another attempt of ours the account is looked at.
  plan_b_at timestamptz,
  -- The due time of that notification: one for each.
  plan_b_for timestamptz,
  -- When the account was last looked at for it.
  plan_b_looked_at timestamptz,
  -- Its owner has taken it over: no attempt of ours is made any more. Of a published one: it was theirs.
  by_hand_since timestamptz,
  -- What may have happened to it unseen is only that its owner published it: nothing of ours went out
  -- unwatched.
  unseen_by_hand boolean not null default false,
  -- The user has seen that the post failed: the fence at that time, which the next attempt moves on.
  dismissed_fence integer,
  check ((status = 'draft') or (scheduled_time is not null)),
  check ((status <> 'published') or (published_at is not null)),
  check ((stage = 'idle') = (next_look_at is null))
);
comment on table posts is
  'Posts: what the author wrote, when it is due, and where the engine is with it.';
create index posts_account on posts (target_ig_user_id, scheduled_time);
-- Owners are notified before the due time: few posts, searched every minute.
create index posts_awaiting on posts (scheduled_time) where awaiting_since is not null;
-- The posts of a workspace that wait for an approval: few, counted and listed in their order.
create index posts_awaiting_lists on posts (workspace_id, scheduled_time, id)
  include (status, media_type)
  where awaiting_since is not null;
-- The posts that are looked for on their accounts, by the time that they are looked for from: those of long ago
-- stay behind, however many there are.
create index posts_by_hand on posts (coalesce(by_hand_since, plan_b_at))
  where plan_b_at is not null and (status in ('failed', 'error', 'expired'));
-- Posts that are to be commented on are looked for every few seconds; few have a comment.
create index posts_commented on posts (published_at) where status = 'published' and first_comment <> '';
create index posts_container on posts (container_id) where container_id is not null;
create index posts_due on posts (scheduled_time) where stage = 'prepared';
-- Failed posts are few, and every page of the application asks for them. It has what their list filters and
-- orders by, so that a page of the list looks up no other posts.
create index posts_failed on posts (workspace_id, scheduled_time, id)
  include (status, media_type)
  where status in ('failed', 'error', 'expired');
-- The posts that wait for their owner after a pause: few, and asked for with every page.
create index posts_held on posts (workspace_id) where held_at is not null;
create index posts_in_flight on posts (ig_user_id) where stage in ('publishing', 'doubt');
create unique index posts_media_id on posts (media_id) where media_id is not null;
create index posts_next_look on posts (next_look_at) where next_look_at is not null;
-- Each day of a series has one post.
create unique index posts_occurrence on posts (series_id, occurrence_on) where series_id is not null;
-- Posts that go out on another account than they were meant for, or were meant for none: with those of
-- `posts_account`, all of an account's posts of some hours are found without a look at the others.
create index posts_other_account on posts (ig_user_id, scheduled_time)
  where ig_user_id is distinct from target_ig_user_id;
-- A page of posts, and every count of them, is read off the index alone, whatever it leaves out by status or
-- type: of 100,000 posts only those that are shown are looked up.
create index posts_page on posts (workspace_id, scheduled_time, id) include (status, media_type);
-- Lateness of the last day, and an account's posts of any day.
create index posts_published on posts (published_at) where status = 'published';
create index posts_unlinked on posts (published_at)
  where status = 'published' and media_id is not null and permalink is null;
-- What waits for its hour or its owner is counted, and drafts are listed, off an index that holds no more than
-- that.
create index posts_waiting on posts (workspace_id, status, scheduled_time, id)
  include (media_type)
  where status in ('draft', 'scheduled', 'pending');

create table post_media (
  post_id uuid not null references posts on delete cascade,
  position integer not null,
  file_id uuid not null references media_files,
  alt_text text,
  primary key (post_id, position)
);
comment on table post_media is
  'The media of a post, in their order.';
create index post_media_file on post_media (file_id);

create table containers (
  id uuid primary key,
  post_id uuid references posts on delete set null,
  revision integer not null,
  position integer not null default 0,
  kind text not null check (kind in ('single', 'child', 'parent')),
  ig_user_id text not null,
  -- Instagram's id; null until its answer is stored.
  graph_id text unique,
  state text not null check (state in ('creating', 'processing', 'finished', 'published', 'dead')),
  born_at timestamptz not null default app_now(),
  -- What Instagram fetches for it.
  file_id uuid references media_files on delete set null,
  -- Hash of what it was made of: a post that needs the same may use it.
  fingerprint text not null default '',
  -- What Instagram said when it could not be made or processed.
  failure text
) with (fillfactor=50);
comment on table containers is
  'Instagram''s media containers. Each is an idempotency key: Instagram publishes it at most once.';
create index containers_account on containers (ig_user_id, born_at);
create index containers_file on containers (file_id) where file_id is not null;
create index containers_post on containers (post_id);
alter table posts add constraint posts_container_id_fkey
  foreign key (container_id) references containers on delete set null;

create table post_events (
  id bigint generated always as identity primary key,
  post_id uuid not null references posts on delete cascade,
  at timestamptz not null default app_now(),
  kind text not null,
  detail jsonb not null default '{}'
);
comment on table post_events is
  'History of a post, for its owner.';
create index post_events_post on post_events (post_id, id);
-- What was given an hour is looked for every few seconds; the engine writes none of these at the hour.
create index post_events_scheduled on post_events (at) where kind in ('scheduled', 'moved');
-- What webhooks are told of a post's history beside its hours is looked for every few seconds.
create index post_events_told on post_events (at)
  where kind in ('held', 'unapproved', 'approved', 'change_asked', 'taken_over');

create table idempotency_keys (
  user_id uuid not null references users on delete cascade,
  key text not null,
  content_hash text not null,
  post_id uuid references posts on delete set null,
  created_at timestamptz not null default app_now(),
  primary key (user_id, key)
);
comment on table idempotency_keys is
  'Keys of requests that create a post. A client that lost the answer sends the key again and gets the same '
  'post.';
create index idempotency_keys_post on idempotency_keys (post_id);

create table claim_turn (
  "only" boolean primary key default true check ("only")
);
comment on table claim_turn is
  'Its one row is locked while publish intents are written, so that two workers never count the calls of an '
  'account at the same time.';
insert into claim_turn default values;

create table worker_heartbeats (
  worker_id uuid primary key,
  seen_at timestamptz not null
);
comment on table worker_heartbeats is
  'When each worker was last alive.';
