-- Every statement reads the time from app_now(), so that a test or a simulation can set it. The time is
-- stable within a statement: indexes apply, and all rows are compared with the same instant.
create function app_now() returns timestamptz language sql stable as
  'select statement_timestamp()';

-- How long the present statement has run.
create function app_elapsed() returns interval language sql volatile as
  'select clock_timestamp() - statement_timestamp()';

create table users (
  id uuid primary key,
  email text not null,
  password_hash text,
  created_at timestamptz not null default app_now(),
  email_verified_at timestamptz,
  notify_failed boolean not null default true,
  notify_at_risk boolean not null default true,
  notify_weekly boolean not null default true
);
comment on table users is
  'Users. The email identifies a user, regardless of its letter case.';
create unique index users_email on users (lower(email));

create table identities (
  issuer text not null,
  subject text not null,
  user_id uuid not null references users on delete cascade,
  created_at timestamptz not null default app_now(),
  primary key (issuer, subject)
);
comment on table identities is
  'Accounts of a user at other identity providers, by issuer and subject. The email is not the key, '
  'because it may pass to another person.';
create index identities_user on identities (user_id);

create table sessions (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  token_hash bytea not null unique,
  user_agent text not null,
  created_at timestamptz not null default app_now(),
  last_seen_at timestamptz not null default app_now(),
  expires_at timestamptz not null
);
comment on table sessions is
  'Sessions of logged-in browsers. Only the hash of the token is stored.';
create index sessions_user on sessions (user_id);

create table handoffs (
  token_hash bytea primary key,
  browser_hash bytea not null,
  user_id uuid not null references users on delete cascade,
  expires_at timestamptz not null
);
comment on table handoffs is
  'Sign-ins that succeeded at the provider and whose browser has not opened its session yet.';
create index handoffs_user on handoffs (user_id);

create table google_sign_ins (
  state_hash bytea primary key,
  browser_hash bytea not null,
  nonce text not null,
  code_verifier text not null,
  -- The page to which the visitor returns.
  return_to text,
  expires_at timestamptz not null
);
comment on table google_sign_ins is
  'Sign-ins in progress: the browser is at Google.';

create table password_resets (
  user_id uuid primary key references users on delete cascade,
  -- Of the newest request. The token is created when its email is sent, and only its hash is stored.
  id uuid not null unique,
  token_hash bytea unique,
  expires_at timestamptz,
  -- Identifies the browser that made the request.
  browser_hash bytea not null,
  created_at timestamptz not null default app_now(),
  constraint password_resets_token_expires check ((token_hash is null) = (expires_at is null))
);
comment on table password_resets is
  'Unused password reset links, at most one for each user: a new link invalidates the older one.';

create table email_changes (
  user_id uuid primary key references users on delete cascade,
  new_email text not null,
  token_hash bytea not null unique,
  -- SHA-256 of the stored password hash at the time of the request: a new password ends the change.
  password_sha256 bytea not null,
  created_at timestamptz not null default app_now(),
  expires_at timestamptz not null
);
comment on table email_changes is
  'Requested email changes whose link is not opened yet: the newest of each user.';

create table email_verifications (
  user_id uuid primary key references users on delete cascade,
  -- Of the newest request. The token is created when its email is sent, and only its hash is stored.
  id uuid not null unique,
  token_hash bytea unique,
  expires_at timestamptz,
  created_at timestamptz not null default app_now(),
  constraint email_verifications_token_expires check ((token_hash is null) = (expires_at is null))
);
comment on table email_verifications is
  'Links that verify the address of a user, at most one for each user.';

create table sent_emails (
  recipient bytea not null,
  -- The email, over its attempts.
  key text not null,
  sort text not null check (sort in ('verification', 'recovery', 'security', 'ordinary')),
  at timestamptz not null default app_now(),
  primary key (recipient, key)
);
comment on table sent_emails is
  'Emails of the last day, by the hash of their recipient: nobody gets more than a ceiling of each sort.';
create index sent_emails_at on sent_emails (at);

create table throttled_attempts (
  id bigint generated always as identity primary key,
  subject text not null,
  expires_at timestamptz not null
);
comment on table throttled_attempts is
  'Recent attempts to guess a secret, and limited requests: hashes of the user or email and of the client '
  'network. The row of an attempt that does not count is deleted at once, the others after the window.';
create index throttled_attempts_expires_at on throttled_attempts (expires_at);
create index throttled_attempts_subject on throttled_attempts (subject, expires_at);

create table access_log (
  at timestamptz not null default app_now(),
  user_id uuid not null,
  event text not null check (event in ('registered', 'logged_in', 'used', 'logged_out')),
  address text not null,
  port integer
);
comment on table access_log is
  'When and from which address users used the application. Lei 12.965/2014, art. 15, requires six months '
  'of storage, also after the user is deleted. It is read only for a court order and for the user''s export.';
create index access_log_at on access_log (at);
-- The data export of a user reads their own entries.
create index access_log_user on access_log (user_id, at);
