-- What waits for its hour or its owner is counted, and drafts are listed, off an index that holds no
-- more than that.
create index posts_waiting on posts (workspace_id, status, scheduled_time, id) include (media_type)
  where status in ('draft', 'scheduled', 'pending');

-- The best of six months of posts are found in the index alone: it names the post too.
create index post_insights_best on post_insights (workspace_id, scheduled_time)
  include (post_id, media_type, hashtags, reach, total_interactions);
drop index post_insights_figures;

-- When Instagram last told anything of a workspace's posts.
create index post_insights_read on post_insights (workspace_id, read_at);
