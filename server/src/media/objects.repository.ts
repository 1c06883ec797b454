import { sql } from 'kysely';
import type { Db } from '../platform/database/database.ts';

/** The row of an object may still be inserted. */
const REFERENCE_GRACE = sql`interval '24 hours'`;
/** The same content may be stored again. */
const DELETION_DELAY = sql`interval '1 hour'`;
/** When the lease expires, the deleting process has died. */
const DELETION_LEASE = sql`interval '5 minutes'`;
const BATCH_SIZE = 50;
const PAGE_SIZE = 1000;

/** No media file needs the bytes of `o`; a refused video needs only its thumbnail and cover. */
const isUnreferenced = sql`
  not exists (select from media_files f where f.sha256 = o.key and f.state <> 'refused')
  and not exists (select from media_files f where f.thumbnail_sha256 = o.key)
  and not exists (select from media_files f where f.cover_sha256 = o.key)
  and not exists (select from media_files f where f.source_sha256 = o.key)`;

const NO_ID = '00000000-0000-0000-0000-000000000000';

export interface ClaimedObject {
  key: string;
  /** As text, because a Date is rounded to milliseconds. */
  until: string;
}

export function createObjectsRepository(db: Db) {
  /** Returns the start of the next page. */
  async function deleteUnusedAfter(after: string): Promise<string | undefined> {
    const looked = await sql<{ last: string }>`
      with page as (
        select id from media_files where id > ${after} order by id limit ${PAGE_SIZE}),
      unused as (
        select f.id from media_files f join page using (id)
        where not exists (select from post_media m where m.file_id = f.id)
          and not exists (select from post_series_media m where m.file_id = f.id)
          and not exists (select from uploads u where u.file_id = f.id)
          and not exists (select from instagram_connections k where k.picture_file_id = f.id)
          and not exists (
            select from containers c
            where c.file_id = f.id and c.post_id is not null
              and c.state in ('creating', 'uploading', 'processing', 'finished')
              and c.born_at > app_now() - interval '25 hours')
        order by f.id for update of f skip locked),
      gone as (delete from media_files f using unused where f.id = unused.id)
      select id as last from page order by id desc limit 1`.execute(db);
    return looked.rows[0]?.last;
  }

  async function markUnreferencedAfter(after: string): Promise<string | undefined> {
    const looked = await sql<{ last: string }>`
      with page as (
        select key from stored_objects where removing_since is null and key > ${after}
        order by key limit ${PAGE_SIZE}),
      unreferenced as (
        select o.key from stored_objects o join page using (key)
        where o.referenced_at < app_now() - ${REFERENCE_GRACE} and ${isUnreferenced}
        order by o.key for update of o skip locked),
      marked as (
        update stored_objects o set removing_since = app_now()
        from unreferenced where o.key = unreferenced.key)
      select key as last from page order by key desc limit 1`.execute(db);
    return looked.rows[0]?.last;
  }

  return {
    /** Removes deletion marks. Returns the keys without those whose bytes are being deleted. */
    async announce(bytesByKey: ReadonlyMap<string, number>): Promise<string[]> {
      // A fixed order prevents a deadlock of two statements with the same keys.
      const announced = await sql<{ key: string }>`
        insert into stored_objects (key, bytes)
        select key, bytes from unnest(${[...bytesByKey.keys()]}::text[],
          ${[...bytesByKey.values()]}::bigint[]) as n(key, bytes) order by key
        on conflict (key) do update
          set referenced_at = app_now(), bytes = excluded.bytes,
              removing_since = null, deleting_until = null
          where stored_objects.deleting_until is null
            or stored_objects.deleting_until < app_now()
        returning key`.execute(db);
      return announced.rows.map(({ key }) => key);
    },

    /** Does nothing while the object is being deleted. */
    async revive(key: string): Promise<void> {
      await sql`
        update stored_objects set referenced_at = app_now(), removing_since = null, deleting_until = null
        where key = ${key} and (deleting_until is null or deleting_until < app_now())`.execute(db);
    },

    /** The file of a container stays until Instagram can no longer download it. */
    async deleteUnusedMedia(): Promise<void> {
      await sql`delete from uploads where created_at < app_now() - ${REFERENCE_GRACE}`.execute(db);
      let after: string | undefined = NO_ID;
      while (after !== undefined) after = await deleteUnusedAfter(after);
    },

    async markUnreferenced(): Promise<void> {
      let after: string | undefined = '';
      while (after !== undefined) after = await markUnreferencedAfter(after);
    },

    /** A claimed object cannot be revived. */
    async claimRemovable(): Promise<ClaimedObject[]> {
      const claimed = await sql<ClaimedObject>`
        update stored_objects set deleting_until = app_now() + ${DELETION_LEASE}
        where key in (
          select key from stored_objects o
          where removing_since < app_now() - ${DELETION_DELAY}
            and (deleting_until is null or deleting_until < app_now())
            and ${isUnreferenced}
          order by removing_since limit ${BATCH_SIZE} for update skip locked)
        returning key, deleting_until::text as until`.execute(db);
      return claimed.rows;
    },

    /** Returns undefined when this process has lost the claim. */
    async renew({ key, until }: ClaimedObject): Promise<ClaimedObject | undefined> {
      const renewed = await sql<ClaimedObject>`
        update stored_objects set deleting_until = app_now() + ${DELETION_LEASE}
        where key = ${key} and deleting_until = ${until}::timestamptz
        returning key, deleting_until::text as until`.execute(db);
      return renewed.rows[0];
    },

    async deleteRecord({ key, until }: ClaimedObject): Promise<void> {
      await sql`delete from stored_objects
        where key = ${key} and deleting_until = ${until}::timestamptz`.execute(db);
    },
  };
}
