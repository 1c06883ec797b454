-- Places of Instagram's that a workspace has used, by the name under which they were found.
create table saved_places (
  workspace_id uuid not null references workspaces on delete cascade,
  place_id text not null,
  name text not null,
  address text,
  is_favourite boolean not null default false,
  used_at timestamptz not null default app_now(),
  primary key (workspace_id, place_id)
);
