-- outside of a transaction
-- Each day of a series has one post, whoever makes it.
drop index concurrently if exists posts_occurrence;
create unique index concurrently posts_occurrence on posts (series_id, occurrence_on)
  where series_id is not null;
