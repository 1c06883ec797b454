-- outside of a transaction
-- What was given an hour is looked for every few seconds; the engine writes none of these at the hour.
drop index concurrently if exists post_events_scheduled;
create index concurrently post_events_scheduled on post_events (at) where kind in ('scheduled', 'moved');
