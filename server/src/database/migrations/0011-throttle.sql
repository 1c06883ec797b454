-- Attempts of the last minutes to guess a secret: whose secret, and from where, as hashes. Of each
-- attempt one row for each; those that succeeded go at once, the others after the window.
create table failed_attempts (
  id bigint generated always as identity primary key,
  subject text not null,
  at timestamptz not null default app_now()
);
create index failed_attempts_subject on failed_attempts (subject, at);
create index failed_attempts_at on failed_attempts (at);
