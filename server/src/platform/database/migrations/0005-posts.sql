create table post_series (
  id uuid primary key,
  workspace_id uuid not null references workspaces on delete cascade,
  created_by uuid not null references users,
  media_type text not null,
  -- The content of each post; null once no more posts are created.
  content jsonb,
  -- Null while no account is connected; empty when the account was deleted and its owner has confirmed no other.
  account text,
  -- The days, in the format of the contract.
  rule jsonb not null,
  -- Minute of the day in Brasília time.
  minute integer not null check ((minute >= 0) and (minute <= 1439)),
  first_on date not null,
  last_on date,
  -- Each post of the series needs an approval.
  needs_approval boolean not null default false,
  -- Why no posts are created at the moment; set when the owner is notified.
  issue_code text,
  issue_message text,
  -- When to check whether to create the next post; null: never again.
  next_step_at timestamptz,
  created_at timestamptz not null default app_now()
);
comment on table post_series is
  'Recurring posts: the content of each post, the days on which posts are created, and the last day.';
create index post_series_due on post_series (next_step_at) where next_step_at is not null;
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
  'Media of a series. They stay stored while no post of the series uses them.';
create index post_series_media_file on post_series_media (file_id);

create table post_series_skips (
  series_id uuid not null references post_series on delete cascade,
  skipped_on date not null,
  primary key (series_id, skipped_on)
);
comment on table post_series_skips is
  'Days of a series whose post was deleted. The post of such a day is not created again.';

create table posts (
  id uuid primary key,
  workspace_id uuid not null references workspaces on delete cascade,
  created_by uuid not null references users,
  media_type text not null check (media_type in ('IMAGE', 'VIDEO', 'REELS', 'STORIES', 'CAROUSEL')),
  caption text not null default '',
  scheduled_time timestamptz,
  demo boolean not null default false,
  -- Counts edits of the published content: a container of another revision must not be published.
  revision integer not null default 1,
  created_at timestamptz not null default app_now(),
  updated_at timestamptz not null default app_now(),
  share_to_feed boolean not null default true,
  thumb_offset_ms integer check (thumb_offset_ms >= 0),
  audio_name text,
  collaborators text[] not null default '{}',
  location_id text,
  -- [{username, x?, y?, item?}]
  user_tags jsonb not null default '[]',
  -- The account that was connected when the owner scheduled the post; null: the connected one.
  target_ig_user_id text references instagram_accounts,
  -- The last edit of the published content: the next preparation starts only after the owner has finished.
  edited_at timestamptz,
  -- Instagram cannot distinguish two posts of an account with the same key, so only one publishes at a time.
  in_flight_key text not null generated always as (
    case when media_type = 'STORIES' then 'story'
         else case when media_type in ('VIDEO', 'REELS') then 'reel' else 'feed' end
              || md5(btrim(replace(caption, E'\r\n', E'\n'), E' \n\t\r')) end) stored,
  -- The fit mode of each picture, in order; null leaves a picture unchanged.
  fit text[] not null default '{}' check (array_remove(fit, null) <@ array['crop', 'pad']),
  -- The comment that is added after publication; empty: none.
  first_comment text not null default '',
  -- The owner chose the account: the post is published on no other account without confirmation.
  account_chosen boolean not null default false,
  -- The last member who changed the content; null: the creator, or a user whose account is deleted.
  edited_by uuid references users on delete set null,
  series_id uuid references post_series on delete set null,
  -- The day for which the occurrence was created, even if the owner has moved the post.
  occurrence_on date
);
comment on table posts is
  'Posts: what their authors wrote, and when they are due. Each has a row in publications.';
create index posts_target on posts (target_ig_user_id) where target_ig_user_id is not null;
-- A series has one post per day.
create unique index posts_occurrence on posts (series_id, occurrence_on) where series_id is not null;
create index posts_workspace on posts (workspace_id, id);
create index posts_user on posts (created_by);
create index posts_editor on posts (edited_by) where edited_by is not null;

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
  -- By which login of the account it was created: each has a host of its own, and the other one does not publish it.
  login text not null default 'facebook' check (login in ('facebook', 'instagram')),
  -- The id at Instagram; null until its response is stored.
  graph_id text unique,
  state text not null check (state in ('creating', 'uploading', 'processing', 'finished', 'published', 'dead')),
  born_at timestamptz not null default app_now(),
  -- Where we send the bytes of a video that Instagram could not fetch; null where it fetches the file.
  upload_uri text,
  -- When we began to send these bytes, and when Instagram had them all. Until then we delay the post, not Instagram.
  upload_begun_at timestamptz,
  uploaded_at timestamptz,
  -- The file that Instagram fetches or gets.
  file_id uuid references media_files on delete set null,
  -- Hash of the input: the post uses the container again while its input is equal.
  fingerprint text not null default '',
  -- The error of Instagram when it could not create or process the container.
  failure text
) with (fillfactor=50);
comment on table containers is
  'Media containers of Instagram. Each is an idempotency key: Instagram publishes it at most once.';
create index containers_account on containers (ig_user_id, born_at);
create index containers_file on containers (file_id) where file_id is not null;
create index containers_post on containers (post_id);

create table publications (
  post_id uuid primary key references posts on delete cascade,
  -- Copies from posts, which copy_post_to_publication keeps equal: the engine and the lists read and write one
  -- table.
  workspace_id uuid not null,
  media_type text not null,
  scheduled_time timestamptz,
  revision integer not null default 1,
  target_ig_user_id text,
  in_flight_key text not null,
  has_first_comment boolean not null default false,
  -- docs/states.md
  state text not null default 'draft'
    check (state in ('draft', 'preparing', 'prepared', 'publishing', 'reconciling', 'published', 'failed',
                     'error', 'expired', 'manual')),
  -- The engine has acted at or after the due time, and the author can no longer change the post.
  is_pending boolean not null default false,
  -- The status that users see.
  status text not null generated always as (
    case when state in ('preparing', 'prepared', 'publishing', 'reconciling')
           then case when is_pending then 'pending' else 'scheduled' end
         when state = 'manual' then 'failed'
         else state end) stored,
  -- The due time of a post that only waits for it: prepared, and held by nothing that its row knows.
  claimable_at timestamptz generated always as (
    case when state = 'prepared' and outage_since is null and missed_at is null and awaiting_since is null
           and manual_since is null
      then scheduled_time end) stored,
  updated_at timestamptz not null default app_now(),
  -- When the next step is due; null when there is none. Maintenance finds steps that were lost.
  next_step_at timestamptz,
  -- Only the process with the lease may act, and it writes only with the newest fence.
  lease_until timestamptz,
  fence integer not null default 0,
  -- Poll count of the current state, for back-off and limits.
  poll_count integer not null default 0,
  -- The Instagram account for which the post was prepared, and the container that the intent names.
  ig_user_id text references instagram_accounts,
  container_id uuid references containers on delete set null,
  -- Until when the prepared post can be published: Instagram stores containers for 24 hours.
  good_until timestamptz,
  -- The live stories of the account before a story of ours was published.
  live_story_ids text[],
  intent_at timestamptz,
  publish_attempts integer not null default 0,
  -- The answer of Instagram to the last publish call, unless that was a clear success.
  publish_error text,
  -- The worker that holds the intent: a worker that makes all calls of an account counts them itself.
  claimed_by uuid,
  media_id text,
  permalink text,
  published_at timestamptz,
  -- When the missing permalink of a published post was last requested.
  permalink_requested_at timestamptz,
  error_code text,
  error_message text,
  error_action text,
  -- When a delayed post is expected to continue.
  forecast_at timestamptz,
  -- The fence at which the user dismissed the failure; the next attempt increases the fence.
  dismissed_fence integer,
  -- Instagram delayed the post past its due time (processing, quota, rate limit), so it does not expire.
  delayed_by_instagram boolean not null default false,
  -- After its due time the post was delayed by its account: by its limits, by another post of it or by the
  -- owner. Used for metrics only; the engine uses delayed_by_instagram, which also prevents expiry.
  delayed_by_others boolean not null default false,
  -- Its publish call waited for the gap after another call of its account. Used for metrics only.
  delayed_by_gap boolean not null default false,
  -- The post needs an approval and has none: it is not published at its due time.
  awaiting_since timestamptz,
  -- The due time passed during a pause: the post is not published until its owner decides.
  missed_at timestamptz,
  -- The owner publishes the post manually: the engine makes no more attempts. A published post was published
  -- by its owner.
  manual_since timestamptz,
  -- Since when the owner may have published the post manually, after our instructions or their own
  -- announcement. The account is checked before our next attempt.
  manual_prompted_at timestamptz,
  -- The due time of the notification: one notification for each due time.
  manual_prompted_for timestamptz,
  -- When the manual post detection last checked the account for the post.
  manual_checked_at timestamptz,
  -- The outage window during which the post was pending, for example before a restored backup. The post may
  -- have been published in it, so the account is checked first.
  outage_since timestamptz,
  outage_until timestamptz,
  -- In the outage window only the owner may have published the post; the engine made no publish call.
  outage_manual boolean not null default false,
  -- When maintenance last sent a job for it.
  woken_at timestamptz,
  constraint publications_due_time_unless_draft check ((state = 'draft') or (scheduled_time is not null)),
  constraint publications_published_at_if_published
    check ((state <> 'published') or (published_at is not null)),
  constraint publications_manual_since_if_manual check ((state <> 'manual') or (manual_since is not null)),
  constraint publications_next_step_while_under_way
    check ((state in ('preparing', 'prepared', 'publishing', 'reconciling')) = (next_step_at is not null)),
  constraint publications_next_step_if_pending check (not is_pending or (next_step_at is not null)),
  constraint publications_account_once_prepared
    check ((state not in ('prepared', 'publishing', 'reconciling')) or (ig_user_id is not null))
);
comment on table publications is
  'What the engine knows of the publication of each post. A transaction that '
  'changes a post and its publication locks the publication first.';
create index publications_account on publications (target_ig_user_id, scheduled_time);
-- Owners are notified before the due time: few posts, searched every minute.
create index publications_awaiting on publications (scheduled_time) where awaiting_since is not null;
-- The posts of a workspace that await an approval: few, counted and listed in this order.
create index publications_awaiting_lists on publications (workspace_id, scheduled_time, post_id)
  include (status, media_type)
  where awaiting_since is not null;
-- The posts of the manual post detection, by the start of the search: however many old ones there are, it
-- does not read them.
create index publications_manual on publications (coalesce(manual_since, manual_prompted_at))
  where manual_prompted_at is not null and (status in ('failed', 'error', 'expired'));
-- Posts that need their first comment are searched every few seconds; few posts have one.
create index publications_commented on publications (published_at)
  where status = 'published' and has_first_comment;
create index publications_container on publications (container_id) where container_id is not null;
-- The first is for the next due time and the accounts of due posts, the second for the posts of an account.
create index publications_claimable on publications (claimable_at) include (ig_user_id)
  where claimable_at is not null;
create index publications_claimable_account on publications (ig_user_id, claimable_at, post_id)
  where claimable_at is not null;
-- Failed posts are few, and every page of the application requests them. The index has the columns by which
-- their list filters and sorts, so a page of the list reads no other posts.
create index publications_failed on publications (workspace_id, scheduled_time, post_id)
  include (status, media_type)
  where status in ('failed', 'error', 'expired');
-- Missed posts are few, and every page requests them.
create index publications_missed on publications (workspace_id) where missed_at is not null;
create index publications_in_flight on publications (ig_user_id)
  where state in ('publishing', 'reconciling');
create unique index publications_media_id on publications (media_id) where media_id is not null;
create index publications_next_step on publications (next_step_at) where next_step_at is not null;
-- Posts on another account than their target, or without a target. Together with `publications_account` the
-- index finds all posts of an account in a time range without reading other posts.
create index publications_other_account on publications (ig_user_id, scheduled_time)
  where ig_user_id is distinct from target_ig_user_id;
-- A page of posts, and every count of them, is read from the index alone, whatever status or type it filters
-- out: of 100,000 posts only the displayed ones are read from the table.
create index publications_page on publications (workspace_id, scheduled_time, post_id)
  include (status, media_type);
-- For the lateness of the last day, and the posts of an account on any day.
create index publications_published on publications (published_at) where status = 'published';
create index publications_unlinked on publications (published_at)
  where status = 'published' and media_id is not null and permalink is null;
-- Posts that are scheduled or need their owner are counted, and drafts are listed, from an index without
-- other posts.
create index publications_waiting on publications (workspace_id, status, scheduled_time, post_id)
  include (media_type)
  where status in ('draft', 'scheduled', 'pending');

create function copy_post_to_publication() returns trigger language plpgsql as $$
begin
  update publications
  set workspace_id = new.workspace_id, media_type = new.media_type, scheduled_time = new.scheduled_time,
      revision = new.revision, target_ig_user_id = new.target_ig_user_id, in_flight_key = new.in_flight_key,
      has_first_comment = new.first_comment <> ''
  where post_id = new.id;
  return null;
end $$;
create trigger copy_to_publication after update on posts for each row
  when ((old.workspace_id, old.media_type, old.scheduled_time, old.revision, old.target_ig_user_id,
         old.in_flight_key, old.first_comment)
    is distinct from (new.workspace_id, new.media_type, new.scheduled_time, new.revision,
                      new.target_ig_user_id, new.in_flight_key, new.first_comment))
  execute function copy_post_to_publication();

-- For readers; writers use the tables. With a left join PostgreSQL leaves posts out of a `select` that reads
-- none of its columns, and with the workspace it never searches the posts of others.
create view posts_with_publication as
  select q.post_id as id, q.workspace_id, p.created_by, q.media_type, p.caption, q.scheduled_time, p.demo,
    q.revision, p.created_at, greatest(p.updated_at, q.updated_at) as updated_at, p.share_to_feed,
    p.thumb_offset_ms, p.audio_name, p.collaborators, p.location_id, p.user_tags, q.target_ig_user_id,
    p.edited_at, p.edited_by, q.in_flight_key, q.has_first_comment, p.fit, p.first_comment, p.account_chosen, p.series_id,
    p.occurrence_on,
    q.state, q.is_pending, q.status, q.claimable_at, q.next_step_at, q.lease_until, q.fence, q.poll_count, q.ig_user_id,
    q.container_id, q.good_until, q.live_story_ids, q.intent_at, q.publish_attempts, q.publish_error,
    q.claimed_by, q.media_id, q.permalink, q.published_at, q.permalink_requested_at, q.error_code,
    q.error_message, q.error_action, q.forecast_at, q.dismissed_fence, q.delayed_by_instagram, q.delayed_by_others,
    q.delayed_by_gap,
    q.awaiting_since, q.missed_at, q.manual_since, q.manual_prompted_at, q.manual_prompted_for,
    q.manual_checked_at, q.outage_since, q.outage_until, q.outage_manual, q.woken_at,
    p.xmin::text || '.' || q.xmin::text as version
  from publications q left join posts p on p.id = q.post_id and p.workspace_id = q.workspace_id;
comment on view posts_with_publication is
  'Each post together with its publication. version: another one after every write of either row.';

create table post_events (
  id bigint generated always as identity primary key,
  post_id uuid not null references posts on delete cascade,
  at timestamptz not null default app_now(),
  kind text not null,
  detail jsonb not null default '{}'
);
comment on table post_events is
  'Events of a post, which its owner can read.';
create index post_events_post on post_events (post_id, id);
-- Changes of due times are searched every few seconds; the engine writes none of these events at the due
-- time.
create index post_events_scheduled on post_events (at) where kind in ('scheduled', 'moved');
-- The other events that webhooks receive are searched every few seconds.
create index post_events_notified on post_events (at)
  where kind in ('held', 'unapproved', 'approved', 'change_requested', 'manual_publishing_started');

create table idempotency_keys (
  user_id uuid not null references users on delete cascade,
  workspace_id uuid not null references workspaces on delete cascade,
  key text not null,
  -- Of the endpoint and its fields, and of the uploaded bytes: the key stands for exactly these.
  fields_hash text not null,
  files_hash text not null,
  post_id uuid references posts on delete set null,
  created_at timestamptz not null default app_now(),
  primary key (user_id, workspace_id, key)
);
comment on table idempotency_keys is
  'Idempotency keys of requests that create a post. A client that lost the response sends the key again '
  'and gets the same post.';
create index idempotency_keys_post on idempotency_keys (post_id);
create index idempotency_keys_workspace on idempotency_keys (workspace_id);

create table worker_heartbeats (
  worker_id uuid primary key,
  seen_at timestamptz not null,
  -- It has stopped and shares no more posts.
  stopped_at timestamptz
);
comment on table worker_heartbeats is
  'The last heartbeat of each worker.';
