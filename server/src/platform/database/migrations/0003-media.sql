create table stored_objects (
  key text primary key,
  bytes bigint not null,
  created_at timestamptz not null default app_now(),
  -- When this content was last stored: the row that references it may not be committed yet.
  referenced_at timestamptz not null default app_now(),
  -- No row referenced the content at this time. Storing it again clears this.
  removing_since timestamptz,
  -- Lease of the process that deletes the bytes. Until then the content cannot be stored again.
  deleting_until timestamptz
);
comment on table stored_objects is
  'Objects in the media storage, named by their SHA-256. A row is written before its bytes are, and deleted '
  'after them.';
create index stored_objects_removing on stored_objects (removing_since) where removing_since is not null;
create index stored_objects_referenced on stored_objects (referenced_at) where removing_since is null;

create table media_files (
  id uuid primary key,
  workspace_id uuid not null references workspaces on delete cascade,
  kind text not null check (kind in ('image', 'video', 'avatar')),
  -- Content-addressed: equal bytes share one stored object.
  sha256 text not null,
  thumbnail_sha256 text not null,
  bytes bigint not null,
  width integer not null,
  height integer not null,
  created_at timestamptz not null default app_now(),
  content_type text not null default 'image/jpeg',
  duration_ms integer,
  state text not null default 'ready' check (state in ('ready', 'converting', 'refused')),
  -- In percent.
  progress integer not null default 0,
  refusal text,
  -- Conversions that ended in a way that suggests a faulty file.
  attempts integer not null default 0,
  -- Lease of the process that converts it.
  claimed_until timestamptz,
  -- The last heartbeat of its conversion.
  touched_at timestamptz not null default app_now(),
  source_sha256 text,
  source_width integer,
  source_height integer,
  -- How the video is converted: `remux` copies its tracks, which takes seconds; `encode` encodes its
  -- pictures.
  conversion text check (conversion in ('remux', 'encode')),
  -- When the conversion that `progress` describes began.
  begun_at timestamptz,
  -- A frame of the video at its display size. Null for pictures.
  cover_sha256 text,
  -- Perceptual hash, to find duplicates. Empty for an image that is too flat to compare.
  fingerprint text,
  constraint media_files_refused_with_refusal check ((state = 'refused') = (refusal is not null)),
  constraint media_files_converting_with_conversion
    check ((state <> 'converting') or (conversion is not null)),
  constraint media_files_video_with_cover check ((kind <> 'video') or (cover_sha256 is not null))
);
comment on table media_files is
  'Pictures, videos and avatars of a workspace. Files with equal bytes share one stored object.';
create index media_files_content on media_files (sha256);
create index media_files_converting on media_files (touched_at) where state = 'converting';
create index media_files_cover on media_files (cover_sha256) where cover_sha256 is not null;
create index media_files_source on media_files (source_sha256) where source_sha256 is not null;
create index media_files_thumbnail on media_files (thumbnail_sha256);
-- Files whose hash is not computed yet; there are few.
create index media_files_unseen on media_files (created_at)
  where fingerprint is null and kind <> 'avatar';
create index media_files_workspace on media_files (workspace_id);

create table uploads (
  -- Starts with the id of the workspace.
  id text primary key,
  workspace_id uuid not null references workspaces on delete cascade,
  file_id uuid not null references media_files on delete cascade,
  -- The bytes as they were uploaded.
  sent_sha256 text not null,
  sent_bytes bigint not null,
  created_at timestamptz not null default app_now()
);
comment on table uploads is
  'Finished resumable uploads that a post can reference. Unfinished uploads are stored only on disk.';
create index uploads_age on uploads (created_at);
create index uploads_file on uploads (file_id);
create index uploads_workspace on uploads (workspace_id);
