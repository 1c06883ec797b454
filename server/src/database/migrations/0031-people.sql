-- Who is what in a workspace; those who are there already answer for theirs.
alter table workspace_members
  add column role text not null default 'owner',
  add column joined_at timestamptz not null default app_now(),
  -- Of several workspaces somebody works in the one that they chose last.
  add column chosen_at timestamptz not null default app_now();
alter table workspace_members add constraint workspace_members_role
  check (role in ('owner', 'editor', 'approver', 'viewer')) not valid;
alter table workspaces add column name text;

-- Bound to an address. What is stored of the link's token is its hash.
create table invitations (
  id uuid primary key,
  workspace_id uuid not null references workspaces on delete cascade,
  email text not null,
  role text not null check (role in ('editor', 'approver', 'viewer')),
  token_hash bytea not null unique,
  invited_by uuid references users on delete set null,
  created_at timestamptz not null default app_now(),
  sent_at timestamptz not null default app_now(),
  expires_at timestamptz not null,
  -- What became of it, for whoever opens the link afterwards.
  outcome text check (outcome in ('accepted', 'declined', 'revoked')),
  ended_at timestamptz
);
create unique index invitations_open on invitations (workspace_id, lower(email)) where ended_at is null;
create index invitations_email on invitations (lower(email));
create index invitations_invited_by on invitations (invited_by);

-- Who did what in a workspace. What it was done to may be gone: nothing here keeps a person or a post.
create table audit_entries (
  id bigint primary key generated always as identity,
  workspace_id uuid not null references workspaces on delete cascade,
  at timestamptz not null default app_now(),
  kind text not null,
  done_by text not null check (done_by in ('person', 'program', 'system')),
  -- Nobody, too, where their account is gone.
  actor_id uuid references users on delete set null,
  -- Whom it was done to.
  subject_id uuid references users on delete set null,
  post_id uuid,
  -- The line of the post's history that tells of the same.
  post_event_id bigint,
  detail jsonb not null default '{}'
);
create index audit_entries_read on audit_entries (workspace_id, id);
create index audit_entries_actor on audit_entries (actor_id) where actor_id is not null;
create index audit_entries_subject on audit_entries (subject_id) where subject_id is not null;
create index audit_entries_event on audit_entries (post_event_id) where post_event_id is not null;
create index audit_entries_email on audit_entries (lower(detail ->> 'email'))
  where detail ->> 'email' is not null;
create index audit_entries_at on audit_entries (at);
