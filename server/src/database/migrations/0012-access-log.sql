-- Who used the application, when and from where: to be kept for six months (Lei 12.965/2014, art. 15),
-- apart from everything else, also when the account is gone. Nothing but a court asks for it.
create table access_log (
  at timestamptz not null default app_now(),
  user_id uuid not null,
  event text not null check (event in ('registered', 'logged_in', 'used', 'logged_out')),
  address text not null,
  port integer
);
create index access_log_at on access_log (at);
