-- The backups that were taken: their newest tells how much would be lost now.
create table backups (
  id uuid primary key,
  -- The instant that it shows.
  taken_at timestamptz not null,
  finished_at timestamptz not null default app_now(),
  rows bigint not null,
  media integer not null,
  bytes bigint not null
);
create index backups_finished on backups (finished_at);

-- That this database was one. Until a worker has noticed, nothing goes out: what was waiting at
-- `taken_at` may have gone out since.
create table restorations (
  id uuid primary key,
  taken_at timestamptz not null,
  restored_at timestamptz not null default app_now(),
  rows bigint not null,
  noticed_at timestamptz
);
