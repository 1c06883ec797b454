create table account_insights (
  workspace_id uuid not null references workspaces on delete cascade,
  ig_user_id text not null,
  day date not null,
  -- At the time of the reading.
  followers integer,
  reach integer,
  views integer,
  accounts_engaged integer,
  total_interactions integer,
  read_at timestamptz not null,
  primary key (workspace_id, ig_user_id, day)
);
comment on table account_insights is
  'Insights of an Instagram account for one day in Brasília.';

create table post_insights (
  post_id uuid primary key references posts on delete cascade,
  workspace_id uuid not null references workspaces on delete cascade,
  -- The account on which the post was published.
  ig_user_id text not null,
  media_type text not null,
  scheduled_time timestamptz not null,
  hashtags integer not null,
  views integer,
  reach integer,
  likes integer,
  comments integer,
  saved integer,
  shares integer,
  total_interactions integer,
  -- When Instagram last responded; null before the first response.
  read_at timestamptz,
  -- When the next request is due; null when there is none.
  next_read_at timestamptz
);
comment on table post_insights is
  'Insights of a published post. A metric that Instagram does not return is null, never 0. Type, hour and '
  'hashtags are copied here because they no longer change, and a report of six months reads one table.';
-- The best posts of six months are found in the index alone, which includes their ids.
create index post_insights_best on post_insights (workspace_id, scheduled_time)
  include (post_id, media_type, hashtags, reach, total_interactions);
create index post_insights_due on post_insights (ig_user_id, next_read_at) where next_read_at is not null;
-- Finds the newest reading of a workspace.
create index post_insights_read on post_insights (workspace_id, read_at);

create table post_insight_readings (
  post_id uuid not null references posts on delete cascade,
  read_at timestamptz not null,
  views integer,
  reach integer,
  likes integer,
  comments integer,
  saved integer,
  shares integer,
  total_interactions integer,
  primary key (post_id, read_at)
);
comment on table post_insight_readings is
  'The insights of a post over time.';

create table insight_enrolments (
  workspace_id uuid primary key references workspaces on delete cascade,
  entered_at timestamptz not null default app_now()
);
comment on table insight_enrolments is
  'Workspaces whose plan includes analytics, and the time since which all their published posts are in '
  'post_insights. Maintenance adds later posts, because the dispatcher has no time for that.';

create table insight_holds (
  subject text primary key,
  until timestamptz not null
);
comment on table insight_holds is
  'Instagram accounts for which insights requests are suspended until a time, in all workspaces. The '
  'subjects `facebook` and `instagram` stand for all accounts of a login.';

create table insight_schedules (
  connection_id uuid primary key references instagram_connections on delete cascade,
  -- Lease of the process that reads the account.
  turn_until timestamptz,
  -- After an error or a refusal there is no request before this time.
  not_before timestamptz not null default app_now(),
  -- When the daily numbers of the account are read next.
  days_at timestamptz not null default app_now(),
  -- When Instagram reported the missing permission; null again after its next response.
  refused_at timestamptz
);
comment on table insight_schedules is
  'Connections through which insights are requested. A new connection starts with a new row.';
