create table outbox (
  id uuid primary key,
  channel text not null,
  -- The subject of the message. A channel sends one message for each key.
  key text not null,
  -- The message ends with its user or workspace.
  user_id uuid references users on delete cascade,
  workspace_id uuid references workspaces on delete cascade,
  -- Few messages of a group are sent at a time, so that its unresponsive receiver delays no other group.
  group_id uuid not null generated always as (coalesce(workspace_id, user_id, id)) stored,
  -- What the channel needs to build the message. Empty after the end, since it may contain addresses.
  content jsonb not null,
  priority smallint not null default 0,
  created_at timestamptz not null default app_now(),
  next_at timestamptz not null default app_now(),
  -- No attempt begins after this time.
  expires_at timestamptz,
  attempts integer not null default 0,
  attempted_at timestamptz,
  -- Lease of the process that sends it.
  sending_until timestamptz,
  -- What came of the last attempt, in words for the operator or the owner of a webhook.
  result text,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'dropped', 'failed')),
  ended_at timestamptz,
  unique (channel, key),
  constraint outbox_ended_unless_waiting check ((state = 'waiting') = (ended_at is null))
);
comment on table outbox is
  'Messages to receivers outside. A row is leased while it is sent; dropped: no longer needed; failed: given up.';
create index outbox_waiting on outbox (channel, priority desc, next_at) where state = 'waiting';
create index outbox_sending on outbox (channel, group_id) where sending_until is not null;
create index outbox_ended on outbox (ended_at) where state <> 'waiting';
create index outbox_user on outbox (user_id) where user_id is not null;
create index outbox_workspace on outbox (workspace_id) where workspace_id is not null;
