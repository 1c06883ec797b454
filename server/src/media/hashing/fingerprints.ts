import type { Database } from '../../platform/database/database.ts';
import { AppError } from '../../platform/http/app-error.ts';
import type { Log } from '../../platform/log/log.ts';
import type { MediaDecoder } from '../decoder/decoder.ts';
import type { MediaStorage } from '../storage/storage.ts';
import { findWithoutFingerprint, writeFingerprint } from './fingerprints.repository.ts';

const BATCH_SIZE = 40;

export function createFingerprints(deps: {
  database: Database;
  storage: MediaStorage;
  decoder: MediaDecoder;
  log: Log;
}) {
  const { database, storage, decoder, log } = deps;
  const { db } = database;

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
      await writeFingerprint(db, id, found?.fingerprint ?? '');
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      log.warn({ error, fileId: id }, 'a picture was not compared');
      await writeFingerprint(db, id, '');
    }
  }

  /** Returns true when more files may be pending. */
  return async function fingerprintNewFiles(): Promise<boolean> {
    const files = await findWithoutFingerprint(db, BATCH_SIZE);
    for (const file of files) await fingerprintFile(file);
    return files.length === BATCH_SIZE;
  };
}
