-- Since when a connection publishes nothing until its owner authorises it again.
alter table instagram_connections add column reconnect_since timestamptz;
-- The user has seen that the post failed: the fence at that time, which the next attempt moves on.
alter table posts add column dismissed_fence integer;
