-- What became of posts, as the public status page tells it: counted once, instead of all of a month's posts
-- whenever somebody asks. Nothing here is about a person.

-- By days of Brasília: out within 60 s, out later, never out by a fault of ours, and kept waiting by others.
create table status_posts (
  day date primary key,
  punctual bigint not null,
  late bigint not null,
  failed bigint not null,
  waited bigint not null
);

-- Each post that ended by a fault of ours, until it is counted.
create table status_failures (at timestamptz not null default app_now());
create index status_failures_at on status_failures (at);

-- What ended before is counted; null before the first time.
alter table status_turn add column counted_until timestamptz;

-- After its hour the post waited for its account: for its quota, or for its owner. For figures alone; the engine
-- goes by late_excused, which also says that a post does not expire.
alter table posts add column late_by_others boolean not null default false;
