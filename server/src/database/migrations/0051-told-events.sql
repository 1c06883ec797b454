-- outside of a transaction
-- What webhooks are told of a post's history beside its hours is looked for every few seconds.
drop index concurrently if exists post_events_told;
create index concurrently post_events_told on post_events (at)
  where kind in ('held', 'unapproved', 'approved', 'change_asked', 'taken_over');
