create table publishing_pauses (
  workspace_id uuid primary key references workspaces on delete cascade,
  -- Identifies the pause: each of its notifications is sent once.
  id uuid not null,
  since timestamptz not null default app_now(),
  -- Posts that are due then or later are not held. Null: until a user resumes.
  until timestamptz
);
comment on table publishing_pauses is
  'Workspaces whose publishing is paused. Only a paused workspace has a row, so the dispatcher reads a '
  'nearly empty table.';
create index publishing_pauses_until on publishing_pauses (until) where until is not null;

create table queue_slots (
  id uuid primary key,
  workspace_id uuid not null references workspaces on delete cascade,
  -- 0 is Sunday.
  weekday integer not null check ((weekday >= 0) and (weekday <= 6)),
  -- Minute of the day in Brasília time.
  minute integer not null check ((minute >= 0) and (minute <= 1439)),
  created_at timestamptz not null default app_now(),
  unique (workspace_id, weekday, minute)
);
comment on table queue_slots is
  'Weekly times at which the queue of a workspace publishes.';

create table post_batches (
  id uuid primary key,
  workspace_id uuid not null references workspaces on delete cascade,
  created_by uuid references users on delete set null,
  -- The idempotency key of the request, and the hash of its content.
  key text not null,
  content_hash text not null,
  -- The number of created posts; batch_posts contains those that remain.
  posts integer not null,
  created_at timestamptz not null default app_now(),
  undone_at timestamptz,
  unique (workspace_id, key)
);
comment on table post_batches is
  'Posts that were scheduled together and can be undone together.';
create index post_batches_shown on post_batches (workspace_id, created_at);
create index post_batches_user on post_batches (created_by);

create table batch_posts (
  post_id uuid primary key references posts on delete cascade,
  batch_id uuid not null references post_batches on delete cascade
);
comment on table batch_posts is
  'The posts of a batch that still exist.';
create index batch_posts_batch on batch_posts (batch_id);

create table first_comments (
  post_id uuid primary key references posts on delete cascade,
  workspace_id uuid not null references workspaces on delete cascade,
  text text not null,
  state text not null default 'waiting' check (state in ('waiting', 'published', 'failed')),
  next_at timestamptz not null default app_now(),
  attempts integer not null default 0,
  lease_until timestamptz,
  fence integer not null default 0,
  -- A call may have been sent then and taken effect: the comment is searched for before another call.
  intent_at timestamptz,
  comment_id text,
  reason text,
  action text,
  created_at timestamptz not null default app_now(),
  ended_at timestamptz
);
comment on table first_comments is
  'First comments of published posts. Only the worker with the newest fence writes a row.';
create index first_comments_failed on first_comments (ended_at) where state = 'failed';
create index first_comments_workspace on first_comments (workspace_id);
create index first_comments_waiting on first_comments (next_at) where state = 'waiting';

create table approvals (
  post_id uuid primary key references posts on delete cascade,
  workspace_id uuid not null references workspaces on delete cascade,
  -- The id in the link; a new id invalidates the link.
  link_id uuid not null unique,
  link_expires_at timestamptz not null,
  requested_by uuid references users on delete set null,
  requested_at timestamptz not null default app_now(),
  state text not null default 'awaiting' check (state in ('awaiting', 'approved', 'change_requested')),
  -- Hash of the content that was answered. Null while the current content has no answer.
  content_hash text,
  -- The due time before which the owner was reminded.
  reminded_for timestamptz
);
comment on table approvals is
  'Posts that are published only after an approval. Only the newest link is valid.';
create index approvals_requested_by on approvals (requested_by);
create index approvals_workspace on approvals (workspace_id);

create table approval_answers (
  id uuid primary key,
  post_id uuid not null references posts on delete cascade,
  workspace_id uuid not null references workspaces on delete cascade,
  -- A member of the workspace; null for an approver with the link.
  user_id uuid references users on delete set null,
  -- As the approver entered it; for a member the email address.
  name text not null,
  verdict text not null check (verdict in ('approved', 'change_requested')),
  note text,
  content_hash text not null,
  -- The content snapshot that the approver saw.
  seen jsonb not null,
  answered_at timestamptz not null default app_now(),
  -- Whether the answer was given through the link.
  by_link boolean not null
);
comment on table approval_answers is
  'Decisions of approvers. Each applies to one exact content.';
create index approval_answers_post on approval_answers (post_id, answered_at);
create index approval_answers_user on approval_answers (user_id) where user_id is not null;
create index approval_answers_workspace on approval_answers (workspace_id);

create table custom_templates (
  id uuid primary key,
  workspace_id uuid not null references workspaces on delete cascade,
  name text not null,
  media_type text not null check (media_type in ('IMAGE', 'VIDEO', 'REELS', 'STORIES', 'CAROUSEL')),
  -- Fields are in braces.
  caption text not null,
  -- A description of each picture, in order.
  frames text[] not null,
  created_at timestamptz not null default app_now(),
  updated_at timestamptz not null default app_now()
);
comment on table custom_templates is
  'Caption templates of a workspace.';
-- Users identify templates by name.
create unique index custom_templates_name on custom_templates (workspace_id, lower(name));

create table hashtag_groups (
  id uuid primary key,
  workspace_id uuid not null references workspaces on delete cascade,
  name text not null,
  -- Without the # sign, in order.
  hashtags text[] not null,
  created_at timestamptz not null default app_now(),
  updated_at timestamptz not null default app_now()
);
comment on table hashtag_groups is
  'Groups of hashtags of a workspace.';
-- Users identify groups by name.
create unique index hashtag_groups_name on hashtag_groups (workspace_id, lower(name));

create table saved_locations (
  workspace_id uuid not null references workspaces on delete cascade,
  location_id text not null,
  name text not null,
  address text,
  is_favourite boolean not null default false,
  used_at timestamptz not null default app_now(),
  primary key (workspace_id, location_id)
);
comment on table saved_locations is
  'Locations that a workspace has used, by the name under which they were found.';
