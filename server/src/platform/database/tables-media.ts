import type { Generated } from 'kysely';

export type MediaKind = 'image' | 'video' | 'avatar';
export type MediaState = 'ready' | 'converting' | 'refused';
export type ConversionKind = 'remux' | 'encode';

/** The tables of files: what was brought, and the bytes behind it. */
export interface MediaTables {
  media_files: {
    id: string;
    workspace_id: string;
    kind: MediaKind;
    sha256: string;
    thumbnail_sha256: string | null;
    cover_sha256: string | null;
    fingerprint: string | null;
    content_type: Generated<string>;
    /** A bigint, which `pg` gives as text. */
    bytes: string | number;
    width: number;
    height: number;
    duration_ms: number | null;
    source_sha256: string | null;
    source_width: number | null;
    source_height: number | null;
    state: Generated<MediaState>;
    conversion: ConversionKind | null;
    progress: Generated<number>;
    begun_at: Date | null;
    refusal: string | null;
    attempts: Generated<number>;
    claimed_until: Date | null;
    touched_at: Generated<Date>;
    created_at: Generated<Date>;
  };
  uploads: {
    id: string;
    workspace_id: string;
    file_id: string;
    sent_sha256: string;
    sent_bytes: string | number;
    created_at: Generated<Date>;
  };
  stored_objects: {
    key: string;
    bytes: string | number;
    created_at: Generated<Date>;
    wanted_at: Generated<Date>;
    removing_since: Date | null;
    deleting_until: Date | null;
  };
}
