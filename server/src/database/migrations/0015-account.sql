-- Which mails a user gets.
alter table users
  add column notify_failed boolean not null default true,
  add column notify_at_risk boolean not null default true,
  add column notify_weekly boolean not null default true;

-- An address that waits for its link to be opened: the newest of each user.
create table email_changes (
  user_id uuid primary key references users on delete cascade,
  new_email text not null,
  token_hash bytea not null unique,
  -- Of the hash of the password that asked for it: whatever replaces the password ends the change.
  password_sha256 bytea not null,
  created_at timestamptz not null default app_now(),
  expires_at timestamptz not null
);

-- Who was sent the summary of which week; held while the mail is under way.
create table weekly_summaries (
  user_id uuid not null references users on delete cascade,
  week timestamptz not null,
  sending_until timestamptz,
  sent_at timestamptz,
  primary key (user_id, week)
);
