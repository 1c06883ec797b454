-- outside of a transaction
-- Their owners are told ahead of the hour: few posts, looked for every minute.
drop index concurrently if exists posts_awaiting;
create index concurrently posts_awaiting on posts (scheduled_time) where awaiting_since is not null;
