import { sql } from 'kysely';
import type { Db } from '../database/database.ts';

/** For so long after it was stored, whoever did it may still be about to name it. */
const NAMING = sql`interval '24 hours'`;
/** How long what nothing names is kept, for whoever stores the same content meanwhile. */
const REVIVING = sql`interval '1 hour'`;
/** Longer than deleting takes; a deletion that has not ended by then died. */
const DELETING = sql`interval '5 minutes'`;
/** Objects deleted in one go. */
const TOGETHER = 200;

/** An object whose bytes this process alone may delete. */
export interface ClaimedObject {
  key: string;
  /** Exactly as the database has it: a Date would be cut to whole milliseconds. */
  until: string;
}

/** SQL of what lies in the storage, and of what may be deleted. */
export function createObjectsRepository(db: Db) {
  return {
    /** Announces an object, or revives it. False while its bytes are being deleted. */
    async announce(key: string, bytes: number): Promise<boolean> {
      const announced = await sql`
        insert into stored_objects (key, bytes) values (${key}, ${bytes})
        on conflict (key) do update
          set wanted_at = app_now(), bytes = excluded.bytes,
              removing_since = null, deleting_until = null
          where stored_objects.deleting_until is null
            or stored_objects.deleting_until < app_now()
        returning key`.execute(db);
      return announced.rows.length > 0;
    },

    /**
     * Forgets media that no post shows, no account wears and no upload of the last day has brought. What a container is made of stays until
     * Instagram cannot fetch it any more.
     */
    async forgetUnusedMedia(): Promise<void> {
      await sql`delete from uploads where created_at < app_now() - ${NAMING}`.execute(db);
      await sql`
        delete from media_files f
        where not exists (select from post_media m where m.file_id = f.id)
          and not exists (select from uploads u where u.file_id = f.id)
          and not exists (select from instagram_connections k where k.picture_file_id = f.id)
          and not exists (
            select from containers c
            where c.file_id = f.id and c.post_id is not null
              and c.state in ('creating', 'processing', 'finished')
              and c.born_at > app_now() - interval '25 hours')`.execute(db);
    },

    /** Marks what nothing names. */
    async markUnnamed(): Promise<void> {
      await sql`
        update stored_objects o set removing_since = app_now()
        where removing_since is null and wanted_at < app_now() - ${NAMING}
          and not exists (select from media_files f where f.sha256 = o.key)
          and not exists (select from media_files f where f.thumbnail_sha256 = o.key)
          and not exists (select from media_files f where f.source_sha256 = o.key)`.execute(db);
    },

    /** Some of what has been marked for long enough: from now on nobody revives it. */
    async claimRemovable(): Promise<ClaimedObject[]> {
      const claimed = await sql<ClaimedObject>`
        update stored_objects set deleting_until = app_now() + ${DELETING}
        where key in (
          select key from stored_objects
          where removing_since < app_now() - ${REVIVING}
            and (deleting_until is null or deleting_until < app_now())
          order by removing_since limit ${TOGETHER} for update skip locked)
        returning key, deleting_until::text as until`.execute(db);
      return claimed.rows;
    },

    /** Its bytes are gone. */
    async forget({ key, until }: ClaimedObject): Promise<void> {
      await sql`delete from stored_objects
        where key = ${key} and deleting_until = ${until}::timestamptz`.execute(db);
    },
  };
}
