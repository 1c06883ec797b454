-- Who holds its intent: a worker that has all of an account's calls in hand counts them itself.
alter table posts add column claimed_by uuid;

-- What was published and has no link yet, for the loop that reads them.
create index posts_unlinked on posts (published_at)
  where status = 'published' and media_id is not null and permalink is null;

-- Their state changes in place.
alter table containers set (fillfactor = 50);
