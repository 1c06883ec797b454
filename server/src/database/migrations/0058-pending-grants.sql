-- A login granted several Instagram accounts, and its owner has not chosen yet which are connected.
create table instagram_pending_grants (
  -- Of what the browser keeps: only that one may choose.
  browser_hash bytea primary key,
  -- Logging out ends what the session began.
  session_id uuid not null references sessions on delete cascade,
  user_id uuid not null references users on delete cascade,
  workspace_id uuid not null references workspaces on delete cascade,
  -- Who granted them: Meta may ask to forget this person.
  facebook_user_id text not null,
  adds boolean not null,
  -- The connected account whose place the choice takes; null where it takes none.
  replaces text,
  -- The accounts with their tokens. Encrypted with the key ring.
  accounts text not null,
  expires_at timestamptz not null
);
create index instagram_pending_grants_person on instagram_pending_grants (facebook_user_id);
