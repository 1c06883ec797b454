-- What the public status page tells. Nothing here is about a person.

-- Whose turn it is to measure: one worker at a time, whoever comes first once it is due.
create table status_turn (
  "only" boolean primary key default true check ("only"),
  claimed_at timestamptz,
  -- When what was found was last written down; null before the first time.
  measured_at timestamptz
);
insert into status_turn default values;

-- How each part is. A part that nobody measures any more says so by the turn.
create table status_components (
  component text primary key,
  state text not null check (state in ('ok', 'degraded', 'down', 'unknown')),
  since timestamptz not null
);

-- How long each part was how, by days of Brasília; the rest of a day was not measured. As many rows a day as
-- there are parts.
create table status_days (
  day date not null,
  component text not null,
  ok_seconds double precision not null,
  degraded_seconds double precision not null,
  down_seconds double precision not null,
  primary key (day, component)
);

-- From the first measure that was not well to the first that was.
create table status_incidents (
  id bigint generated always as identity primary key,
  component text not null,
  state text not null check (state in ('degraded', 'down')),
  began_at timestamptz not null,
  ended_at timestamptz
);
create unique index status_incidents_open on status_incidents (component) where ended_at is null;
create index status_incidents_began on status_incidents (began_at);

-- What the calls of each worker met since it last told, kept for an hour.
create table status_calls (
  at timestamptz not null default app_now(),
  service text not null,
  answered integer not null,
  failed integer not null
);
create index status_calls_at on status_calls (at);
