-- Written below a post once it is published; empty where there is none.
alter table posts add column first_comment text not null default '';

-- What becomes of it, from the publication on. Whoever writes must hold the newest fence.
create table first_comments (
  post_id uuid primary key references posts on delete cascade,
  workspace_id uuid not null references workspaces on delete cascade,
  text text not null,
  state text not null default 'waiting' check (state in ('waiting', 'published', 'failed')),
  next_at timestamptz not null default app_now(),
  attempts integer not null default 0,
  lease_until timestamptz,
  fence integer not null default 0,
  -- A call may have been sent then and have taken effect: it is looked for before another is.
  intent_at timestamptz,
  comment_id text,
  reason text,
  action text,
  created_at timestamptz not null default app_now(),
  ended_at timestamptz
);
create index first_comments_waiting on first_comments (next_at) where state = 'waiting';
create index first_comments_failed on first_comments (ended_at) where state = 'failed';
