-- Posts that come again by a rule: what each says, on which days, and until when.
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
  minute integer not null check (minute between 0 and 1439),
  first_on date not null,
  last_on date,
  -- Each post of it goes out only once somebody has approved it.
  needs_approval boolean not null default false,
  -- Why none are made at the moment, since its owner was told so.
  problem_code text,
  problem_message text,
  -- When it is looked whether one more is to be made; null: never again.
  next_look_at timestamptz,
  created_at timestamptz not null default app_now()
);
create index post_series_workspace on post_series (workspace_id);
create index post_series_user on post_series (created_by);
create index post_series_due on post_series (next_look_at) where next_look_at is not null;

-- What its posts show: it keeps the files while no post of it shows them.
create table post_series_media (
  series_id uuid not null references post_series on delete cascade,
  position integer not null,
  file_id uuid not null references media_files on delete cascade,
  alt_text text,
  primary key (series_id, position)
);
create index post_series_media_file on post_series_media (file_id);

-- The days whose post its owner deleted: it is not made again.
create table post_series_skips (
  series_id uuid not null references post_series on delete cascade,
  skipped_on date not null,
  primary key (series_id, skipped_on)
);

alter table posts
  add column series_id uuid,
  -- The day that it was made for, wherever its owner has moved it since.
  add column occurrence_on date;
alter table posts add constraint posts_series
  foreign key (series_id) references post_series on delete set null not valid;
