-- A workspace whose owner has stopped all of its publishing: one row for each, and none for all others,
-- so that whoever claims reads a table that is all but empty.
create table publishing_pauses (
  workspace_id uuid primary key references workspaces on delete cascade,
  -- Of this pause: what is told once is told once for each.
  id uuid not null,
  since timestamptz not null default app_now(),
  -- Posts of this hour and later are not meant; null: until somebody resumes.
  until timestamptz
);
create index publishing_pauses_until on publishing_pauses (until) where until is not null;
-- Its hour passed in a pause: it waits for its owner's word, and never goes out by itself.
alter table posts add column held_at timestamptz;
