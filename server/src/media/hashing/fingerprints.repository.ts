import { sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';

/** Pictures and videos without a fingerprint, the newest first. */
export async function findWithoutFingerprint(db: Db, limit: number) {
  const found = await sql<{ id: string; thumbnail: string }>`
    select id, thumbnail_sha256 as thumbnail from media_files
    where fingerprint is null and kind <> 'avatar'
    order by created_at desc limit ${limit}`.execute(db);
  return found.rows;
}

export async function writeFingerprint(db: Db, id: string, fingerprint: string): Promise<void> {
  await sql`update media_files set fingerprint = ${fingerprint} where id = ${id}`.execute(db);
}
