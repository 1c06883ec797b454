-- What Instagram counts of a post that is out. What it does not tell is null, never 0. What a count is
-- read beside (type, hour, hashtags) no longer changes once a post is out, and lies here so that six
-- months of them are one range of one index.
create table post_insights (
  post_id uuid primary key references posts on delete cascade,
  workspace_id uuid not null references workspaces on delete cascade,
  -- The account that it went out on.
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
  -- When Instagram last told; null while it has not.
  read_at timestamptz,
  -- When it is asked next; null when it no longer is.
  next_read_at timestamptz
);
create index post_insights_figures on post_insights (workspace_id, scheduled_time)
  include (media_type, hashtags, reach, total_interactions, ig_user_id);
create index post_insights_due on post_insights (ig_user_id, next_read_at)
  where next_read_at is not null;

-- The same counts as they grew.
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

-- What Instagram counts of an account in one day of Brasília.
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

-- Workspaces whose plan has analytics, and when all of their posts that were out had been entered
-- above. What goes out since is found by a sweep: who publishes at the hour has no time for it.
create table insight_intakes (
  workspace_id uuid primary key references workspaces on delete cascade,
  entered_at timestamptz not null default app_now()
);

-- Connections through which Instagram is asked; another connection begins anew.
create table insight_turns (
  connection_id uuid primary key references instagram_connections on delete cascade,
  -- Who has it in hand has died if it is still so by then.
  turn_until timestamptz,
  -- After trouble, and after a refusal, nothing is asked before.
  not_before timestamptz not null default app_now(),
  -- When the days of the account are read next.
  days_at timestamptz not null default app_now(),
  -- Instagram said that the permission is missing; null again as soon as it answers.
  refused_at timestamptz
);

-- Accounts that are not asked for a while, whoever connected them; `app` is all of them.
create table insight_rests (
  subject text primary key,
  until timestamptz not null
);
