-- What was asked for and not used: one for each user, so that a new one ends the older.
create table password_resets (
  user_id uuid primary key references users on delete cascade,
  -- The mail that carries the link; its token is made when it goes out, and is written down nowhere.
  mail_id uuid not null,
  token_hash bytea unique,
  expires_at timestamptz,
  -- Of the browser that asked.
  browser_hash bytea not null,
  created_at timestamptz not null default app_now(),
  check ((token_hash is null) = (expires_at is null))
);

-- What users are still to be told of their accounts: a row goes when its mail has gone out.
create table account_mails (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  kind text not null,
  -- A delivery has it in hand until then; one that died has not, from then on.
  sending_until timestamptz,
  created_at timestamptz not null default app_now()
);
create index account_mails_user on account_mails (user_id);
