-- Posts that go out only once somebody has approved what they say. Whoever holds the newest link answers.
create table approvals (
  post_id uuid primary key references posts on delete cascade,
  workspace_id uuid not null references workspaces on delete cascade,
  -- What the link names; another one in its place ends it.
  link_id uuid not null unique,
  link_expires_at timestamptz not null,
  asked_by uuid references users on delete set null,
  asked_at timestamptz not null default app_now(),
  state text not null default 'awaiting' check (state in ('awaiting', 'approved', 'change_asked')),
  -- Of the content that was answered about; null while nobody has answered about what it says now.
  content_hash text,
  -- The hour ahead of which its owner was reminded.
  reminded_for timestamptz
);
create index approvals_workspace on approvals (workspace_id);
create index approvals_asked_by on approvals (asked_by);

-- Who answered what about which content: kept for as long as the post.
create table approval_answers (
  id uuid primary key,
  post_id uuid not null references posts on delete cascade,
  workspace_id uuid not null references workspaces on delete cascade,
  -- Somebody of the workspace; null of whoever had the link.
  user_id uuid references users on delete set null,
  -- As they typed it; of somebody of the workspace, their address.
  name text not null,
  verdict text not null check (verdict in ('approved', 'change_asked')),
  note text,
  content_hash text not null,
  -- What was shown to them.
  seen jsonb not null,
  answered_at timestamptz not null default app_now()
);
create index approval_answers_post on approval_answers (post_id, answered_at);
create index approval_answers_workspace on approval_answers (workspace_id);
create index approval_answers_user on approval_answers (user_id) where user_id is not null;
