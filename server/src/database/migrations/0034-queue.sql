-- The hours of a week that a workspace posts at.
create table queue_slots (
  id uuid primary key,
  workspace_id uuid not null references workspaces on delete cascade,
  -- 0 is Sunday.
  weekday integer not null check (weekday between 0 and 6),
  -- Of the day, on Brasília's clock.
  minute integer not null check (minute between 0 and 1439),
  created_at timestamptz not null default app_now(),
  unique (workspace_id, weekday, minute)
);
