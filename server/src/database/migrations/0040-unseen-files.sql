-- outside of a transaction
-- Files that nobody has looked at yet: few, but for those of before.
drop index concurrently if exists media_files_unseen;
create index concurrently media_files_unseen on media_files (created_at)
  where fingerprint is null and thumbnail_sha256 is not null and kind <> 'avatar';
