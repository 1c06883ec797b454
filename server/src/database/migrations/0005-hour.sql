-- Who holds its intent: a worker that has all of an account's calls in hand counts them itself.
alter table posts add column claimed_by uuid;

-- When its link was last asked for, of what was published and has none yet.
alter table posts add column permalink_asked_at timestamptz;
create index posts_unlinked on posts (published_at)
  where status = 'published' and media_id is not null and permalink is null;

-- Their state changes in place.
alter table containers set (fillfactor = 50);
