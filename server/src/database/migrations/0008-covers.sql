-- A frame of a video, as large as it is shown. Null for pictures, and for videos of before.
alter table media_files add column cover_sha256 text;
create index media_files_cover on media_files (cover_sha256) where cover_sha256 is not null;
