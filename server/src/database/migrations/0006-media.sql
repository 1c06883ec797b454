-- What lies in the storage, by its SHA-256. Written before the bytes are, deleted after them.
create table stored_objects (
  key text primary key,
  bytes bigint not null,
  created_at timestamptz not null default app_now(),
  -- When somebody last stored this content: the row that names it may still be on its way.
  wanted_at timestamptz not null default app_now(),
  -- Nothing named it then. Storing the same content again takes that back.
  removing_since timestamptz,
  -- Its bytes are being deleted, by whoever set this, and nobody may store them until then.
  deleting_until timestamptz
);
create index stored_objects_wanted on stored_objects (wanted_at) where removing_since is null;
create index stored_objects_removing on stored_objects (removing_since)
  where removing_since is not null;

insert into stored_objects (key, bytes)
select sha256, max(bytes) from media_files group by sha256;
insert into stored_objects (key, bytes)
select thumbnail_sha256, 0 from media_files where thumbnail_sha256 is not null
on conflict do nothing;

create index containers_file on containers (file_id) where file_id is not null;
create index instagram_connections_picture on instagram_connections (picture_file_id)
  where picture_file_id is not null;

-- A video is taken in as it comes and converted afterwards; until then its columns are those of what
-- was sent. What cannot be converted stays as it was, with the reason.
alter table media_files
  add column state text not null default 'ready'
    check (state in ('ready', 'converting', 'refused')),
  -- In percent.
  add column progress integer not null default 0,
  add column refusal text,
  -- Those that ended as if the file were at fault.
  add column attempts integer not null default 0,
  -- Somebody converts it, and has it until then.
  add column claimed_until timestamptz,
  -- The last sign of life of its conversion.
  add column touched_at timestamptz not null default app_now(),
  add check ((state = 'refused') = (refusal is not null));
create index media_files_converting on media_files (touched_at) where state = 'converting';

-- The whole picture, of a file that was cut or given a margin.
alter table media_files
  add column source_sha256 text,
  add column source_width integer,
  add column source_height integer;
create index media_files_source on media_files (source_sha256) where source_sha256 is not null;

-- How the owner of a post had each of its pictures brought to the ratio that it goes out in, in their
-- order; null leaves one as it is.
alter table posts add column fit text[] not null default '{}'
  check (array_remove(fit, null) <@ array['crop', 'pad']);

-- Resumable uploads that have ended, for posts to name. Unfinished ones lie on the disk alone.
create table uploads (
  -- Begins with the workspace's.
  id text primary key,
  workspace_id uuid not null references workspaces on delete cascade,
  file_id uuid not null references media_files on delete cascade,
  -- Of the bytes as they were sent.
  sent_sha256 text not null,
  sent_bytes bigint not null,
  created_at timestamptz not null default app_now()
);
create index uploads_file on uploads (file_id);
create index uploads_age on uploads (created_at);
