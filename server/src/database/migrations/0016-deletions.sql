-- What somebody wants gone: a whole account, or what Meta gave us of a person. The row outlives what it
-- names, with no reference to it: whoever asked reads its status by the code.
create table deletions (
  id uuid primary key,
  code text not null unique,
  kind text not null check (kind in ('account', 'meta')),
  user_id uuid,
  workspace_id uuid,
  -- For the letter that says that it is done; forgotten when it has gone out.
  email text,
  -- So long somebody is sending it: no other does.
  telling_until timestamptz,
  -- What is to be done next; null when nothing is.
  step text,
  -- Since when: how long it has been tried.
  step_since timestamptz not null default app_now(),
  requested_at timestamptz not null default app_now(),
  -- When the sweep last sent a job for it.
  nudged_at timestamptz not null default app_now(),
  finished_at timestamptz,
  check ((step is null) = (finished_at is not null))
);
create index deletions_open on deletions (nudged_at) where finished_at is null;

-- What goes with something deleted is found without a look at everything: of a post its notices, of a
-- container the post that names it, of a workspace its media.
create index notices_post on notices (post_id) where post_id is not null;
create index posts_container on posts (container_id) where container_id is not null;
create index media_files_workspace on media_files (workspace_id);
