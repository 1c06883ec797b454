-- When we last knew the address to be its owner's; null for one that was only typed in.
alter table users add column if not exists email_verified_at timestamptz;

-- Who somebody is elsewhere: issuer and subject, never the address, which may change hands.
create table identities (
  issuer text not null,
  subject text not null,
  user_id uuid not null references users on delete cascade,
  created_at timestamptz not null default app_now(),
  primary key (issuer, subject)
);
create index identities_user on identities (user_id);

-- A sign-in under way: the browser is at the provider.
create table google_sign_ins (
  state_hash bytea primary key,
  browser_hash bytea not null,
  nonce text not null,
  code_verifier text not null,
  -- Where the visitor wanted to go.
  return_to text,
  expires_at timestamptz not null
);

-- A sign-in that has succeeded, until its browser opens the session.
create table handoffs (
  token_hash bytea primary key,
  browser_hash bytea not null,
  user_id uuid not null references users on delete cascade,
  expires_at timestamptz not null
);
create index handoffs_user on handoffs (user_id);
