import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { AppError } from '../../platform/http/app-error.ts';
import type { Log } from '../../platform/log/log.ts';
import type { MediaDecoder } from '../decoder/decoder.ts';
import type { MediaStorage } from '../storage/storage.ts';

const BATCH_SIZE = 40;

export function createFingerprints(deps: {
  database: Database;
  storage: MediaStorage;
  decoder: MediaDecoder;
  log: Log;
}) {
  const { database, storage, decoder, log } = deps;
  const { db } = database;

  const write = (id: string, fingerprint: string) =>
    sql`update media_files set fingerprint = ${fingerprint} where id = ${id}`.execute(db);

  async function fingerprintFile({
    id,
    thumbnail,
  }: {
    id: string;
    thumbnail: string;
  }): Promise<void> {
    try {
      const found = await storage.withLocalFile(thumbnail, (path) =>
        decoder.run('fingerprint', { path }),
      );
      await write(id, found?.fingerprint ?? '');
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      log.warn({ error, fileId: id }, 'a picture was not compared');
      await write(id, '');
    }
  }

  /** Returns true when more files may be pending. */
  return async function fingerprintNewFiles(): Promise<boolean> {
    const found = await sql<{ id: string; thumbnail: string }>`
      select id, thumbnail_sha256 as thumbnail from media_files
      where fingerprint is null and thumbnail_sha256 is not null and kind <> 'avatar'
      order by created_at desc limit ${BATCH_SIZE}`.execute(db);
    for (const file of found.rows) await fingerprintFile(file);
    return found.rows.length === BATCH_SIZE;
  };
}
