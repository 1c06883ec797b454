create table workspaces (
  id uuid primary key,
  plan text not null default 'free' check (plan in ('free', 'pro', 'premium')),
  subscription_status text not null default 'none'
    check (subscription_status in ('none', 'active', 'past_due', 'canceled')),
  created_at timestamptz not null default app_now(),
  name text,
  -- No post goes out before a member who did not write it approves it.
  needs_other_approver boolean not null default false
);
comment on table workspaces is
  'Workspaces. A workspace owns posts and Instagram connections. Plans and plan limits apply per '
  'workspace.';

create table workspace_members (
  workspace_id uuid not null references workspaces on delete cascade,
  user_id uuid not null references users on delete cascade,
  role text not null default 'owner',
  joined_at timestamptz not null default app_now(),
  -- A user of several workspaces works in the one with the newest instant.
  chosen_at timestamptz not null default app_now(),
  primary key (workspace_id, user_id),
  constraint workspace_members_role check (role in ('owner', 'editor', 'approver', 'viewer'))
);
comment on table workspace_members is
  'Members of a workspace and their roles.';
create index workspace_members_user on workspace_members (user_id);

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
  -- The outcome, shown when the link is opened again.
  outcome text check (outcome in ('accepted', 'declined', 'revoked')),
  ended_at timestamptz
);
comment on table invitations is
  'Invitations to a workspace, each for one email. Only the hash of the token in the link is stored.';
create index invitations_email on invitations (lower(email));
create index invitations_invited_by on invitations (invited_by);
create index invitations_workspace on invitations (workspace_id);
create unique index invitations_open on invitations (workspace_id, lower(email)) where ended_at is null;

create table audit_entries (
  id bigint generated always as identity primary key,
  workspace_id uuid not null references workspaces on delete cascade,
  at timestamptz not null default app_now(),
  kind text not null,
  done_by text not null check (done_by in ('person', 'program', 'system')),
  -- Also null once the user account is deleted.
  actor_id uuid references users on delete set null,
  -- The affected user.
  subject_id uuid references users on delete set null,
  post_id uuid,
  -- The post event that records the same action.
  post_event_id bigint,
  detail jsonb not null default '{}'
);
comment on table audit_entries is
  'Actions of users, programs and the system in a workspace. The user or the post of an entry may be '
  'deleted since: an entry does not prevent that.';
create index audit_entries_actor on audit_entries (actor_id) where actor_id is not null;
create index audit_entries_at on audit_entries (at);
create index audit_entries_email on audit_entries (lower((detail ->> 'email'))) where (detail ->> 'email') is not null;
create index audit_entries_event on audit_entries (post_event_id) where post_event_id is not null;
create index audit_entries_read on audit_entries (workspace_id, id);
create index audit_entries_subject on audit_entries (subject_id) where subject_id is not null;

create table deletions (
  id uuid primary key,
  code text not null unique,
  kind text not null check (kind in ('account', 'meta')),
  user_id uuid,
  workspace_id uuid,
  -- The recipient of the email that confirms the deletion; removed at its end.
  email text,
  -- The next step; null when none is left.
  step text,
  -- When the current step was first tried.
  step_since timestamptz not null default app_now(),
  requested_at timestamptz not null default app_now(),
  -- When maintenance last sent a job for it.
  woken_at timestamptz not null default app_now(),
  finished_at timestamptz,
  -- Whether the user had verified the email address. Only then is what others wrote under it deleted, too.
  email_proven boolean not null default false,
  constraint deletions_step_until_finished check ((step is null) = (finished_at is not null))
);
comment on table deletions is
  'Deletions that a user or Meta requested: of a user with all data, or of the data that Meta provided. A '
  'row outlives the data that it names, so it has no foreign key. The code in its link gives access to its '
  'progress.';
create index deletions_open on deletions (woken_at) where finished_at is null;
