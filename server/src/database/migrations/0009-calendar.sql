-- A page of posts, and every count of them, is read off the index alone, whatever it leaves out by
-- status or type: of 100,000 posts only those that are shown are looked up.
create index posts_page on posts (workspace_id, scheduled_time, id) include (status, media_type);
drop index posts_calendar;
