-- Posts that were scheduled together, and can be taken back together.
create table post_batches (
  id uuid primary key,
  workspace_id uuid not null references workspaces on delete cascade,
  created_by uuid references users on delete set null,
  -- By which a request that is sent again is known, and what it said.
  key text not null,
  content_hash text not null,
  -- How many it was made of; what is left of them is in batch_posts.
  posts integer not null,
  created_at timestamptz not null default app_now(),
  undone_at timestamptz,
  unique (workspace_id, key)
);
create index post_batches_shown on post_batches (workspace_id, created_at);
create index post_batches_user on post_batches (created_by);

create table batch_posts (
  post_id uuid primary key references posts on delete cascade,
  batch_id uuid not null references post_batches on delete cascade
);
create index batch_posts_batch on batch_posts (batch_id);
