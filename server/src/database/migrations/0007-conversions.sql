alter table media_files
  -- How a video is converted: its tracks written anew as they are, which takes seconds, or its
  -- pictures encoded.
  add column conversion text check (conversion in ('remux', 'encode')),
  -- When what `progress` tells of began.
  add column begun_at timestamptz;
update media_files set conversion = 'encode' where state = 'converting';
alter table media_files add check (state <> 'converting' or conversion is not null);
