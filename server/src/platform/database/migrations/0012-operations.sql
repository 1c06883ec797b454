create table status_progress (
  "only" boolean primary key default true check ("only"),
  claimed_at timestamptz,
  -- When measurements were last stored; null before the first time.
  measured_at timestamptz,
  -- Posts that ended before this time are counted; null before the first time.
  counted_until timestamptz
);
comment on table status_progress is
  'One row: when the status page was last measured. The worker that measures locks the row. No status '
  'table identifies a person.';
insert into status_progress default values;

create table status_components (
  component text primary key,
  state text not null check (state in ('ok', 'degraded', 'down', 'unknown')),
  since timestamptz not null
);
comment on table status_components is
  'The current state of each component. The time of the last measurement shows whether the state is stale.';

create table status_incidents (
  id bigint generated always as identity primary key,
  component text not null,
  state text not null check (state in ('degraded', 'down')),
  began_at timestamptz not null,
  ended_at timestamptz
);
comment on table status_incidents is
  'Incidents of a component, from the first measurement that failed to the first that passed.';
create index status_incidents_began on status_incidents (began_at);
create unique index status_incidents_open on status_incidents (component) where ended_at is null;

create table status_days (
  day date not null,
  component text not null,
  ok_seconds float8 not null,
  degraded_seconds float8 not null,
  down_seconds float8 not null,
  primary key (day, component)
);
comment on table status_days is
  'Seconds of each component in each state, by day in Brasília. The rest of a day was not measured.';

create table status_calls (
  at timestamptz not null default app_now(),
  service text not null,
  answered integer not null,
  failed integer not null
);
comment on table status_calls is
  'Calls of each worker to outside services since its last report. Rows are stored for an hour.';
create index status_calls_at on status_calls (at);

create table instagram_error_codes (
  code text primary key,
  first_seen_at timestamptz not null default app_now(),
  last_seen_at timestamptz not null default app_now(),
  seen integer not null
);
comment on table instagram_error_codes is
  'Errors of Instagram for which the table in the code has no row, as code/subcode, and how often each was seen.';

create table app_review_calls (
  permission text primary key,
  called_at timestamptz not null default app_now(),
  -- `ok`, or the first error of Instagram, as code/subcode.
  outcome text not null,
  succeeded_at timestamptz
);
comment on table app_review_calls is
  'When the operator last made the calls of each permission that App Review wants to see, and when all of them '
  'last succeeded. It names no account.';

create table status_posts (
  day date primary key,
  punctual bigint not null,
  late bigint not null,
  failed bigint not null,
  waited bigint not null
);
comment on table status_posts is
  'Outcomes of posts by day in Brasília: published within 60 s, later, failed by our fault, delayed by '
  'others. Each post is counted once, because the status page would otherwise read all posts of a month.';

create table status_failures (
  at timestamptz not null default app_now()
);
comment on table status_failures is
  'Posts that failed by our fault, until status_posts counts them.';
create index status_failures_at on status_failures (at);

create table backups (
  id uuid primary key,
  -- The instant whose data the backup contains.
  taken_at timestamptz not null,
  finished_at timestamptz not null default app_now(),
  rows bigint not null,
  media integer not null,
  bytes bigint not null
);
comment on table backups is
  'Finished backups. The age of the newest shows how much data a loss would cost now.';
create index backups_finished on backups (finished_at);

create table restorations (
  id uuid primary key,
  taken_at timestamptz not null,
  restored_at timestamptz not null default app_now(),
  rows bigint not null,
  noticed_at timestamptz
);
comment on table restorations is
  'Restorations of a backup into this database. Nothing is published until a worker has noticed the '
  'restoration: a post that was unpublished at taken_at may have been published since.';
