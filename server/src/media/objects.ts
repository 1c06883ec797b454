import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/database.ts';
import type { Log } from '../platform/log/log.ts';
import { createObjectsRepository, type ClaimedObject } from './objects.repository.ts';
import { StorageFullError, type MediaStorage } from './storage/storage.ts';

const RETRY_INTERVAL_MS = 250;
/** Far longer than a deletion takes; then the store fails. */
const MAX_WAIT_MS = 30_000;

export interface NewObject {
  /** Hex, of the bytes. */
  sha256: string;
  bytes: number;
  path: string;
}

export type Objects = ReturnType<typeof createObjects>;

/**
 * The row of an object is inserted before its bytes are stored and deleted after they are deleted, so the
 * storage has no object without a row, unless an older database was restored.
 */
export function createObjects(deps: {
  database: Database;
  storage: MediaStorage;
  clock: Clock;
  log: Log;
}) {
  const { storage, clock, log } = deps;
  const repository = createObjectsRepository(deps.database.db);

  /** A failed deletion keeps its claim, does not block others, and is retried later. */
  async function remove(claimed: ClaimedObject): Promise<void> {
    try {
      // The claim is as old as its batch: it may have expired, and the object may be in use again.
      const renewed = await repository.renew(claimed);
      if (renewed === undefined) return;
      await storage.remove(renewed.key);
      await repository.deleteRecord(renewed);
    } catch (error) {
      log.error({ error, object: claimed.key }, 'an object could not be deleted');
    }
  }

  return {
    /** The objects are not deleted for a day, within which rows must reference them. @throws StorageFullError */
    async store(...objects: readonly NewObject[]): Promise<void> {
      const deadline = clock.monotonicMs() + MAX_WAIT_MS;
      const missing = new Map(objects.map(({ sha256, bytes }) => [sha256, bytes]));
      for (;;) {
        for (const key of await repository.announce(missing)) missing.delete(key);
        if (missing.size === 0) break;
        if (clock.monotonicMs() > deadline) throw new StorageFullError();
        await new Promise<void>((resolve) => void clock.after(RETRY_INTERVAL_MS, resolve));
      }
      for (const { sha256, path } of objects) await storage.put(sha256, path);
    },

    /** For a day, while another file is produced from it. */
    protect: (sha256: string): Promise<void> => repository.revive(sha256),

    async collectGarbage(): Promise<void> {
      await repository.deleteUnusedMedia();
      await repository.markUnreferenced();
      for (;;) {
        const claimed = await repository.claimRemovable();
        if (claimed.length === 0) return;
        for (const object of claimed) await remove(object);
      }
    },
  };
}
