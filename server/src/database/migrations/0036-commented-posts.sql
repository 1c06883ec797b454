-- outside of a transaction
-- Posts that are to be commented on are looked for every few seconds; few have a comment.
drop index concurrently if exists posts_commented;
create index concurrently posts_commented on posts (published_at)
  where status = 'published' and first_comment <> '';
