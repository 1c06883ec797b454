import { stat } from 'node:fs/promises';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/database.ts';
import type { Log } from '../platform/log/log.ts';
import { createObjectsRepository, type ClaimedObject } from './objects.repository.ts';
import { StorageFullError, type MediaStorage } from './storage/storage.ts';

/** How often it is looked whether an object that is being deleted is gone. */
const RETRY_INTERVAL_MS = 250;
/** Far longer than a deletion takes; whoever waits longer is told to try again. */
const MAX_WAIT_MS = 30_000;

export type Objects = ReturnType<typeof createObjects>;

/**
 * What lies in the storage and who needs it. An object has its row before it has its bytes, and
 * loses the bytes first: nothing lies there that no row knows, unless a database of an earlier day
 * was put back.
 */
export function createObjects(deps: {
  database: Database;
  storage: MediaStorage;
  clock: Clock;
  log: Log;
}) {
  const { storage, clock, log } = deps;
  const repository = createObjectsRepository(deps.database.db);

  /** One that cannot be deleted keeps its claim, and holds up no other; it is tried again. */
  async function remove(claimed: ClaimedObject): Promise<void> {
    try {
      // The claim of many was made at once: by now it may be over, and the object wanted again.
      const renewed = await repository.renew(claimed);
      if (renewed === undefined) return;
      await storage.remove(renewed.key);
      await repository.deleteRecord(renewed);
    } catch (error) {
      log.error({ error, object: claimed.key }, 'an object could not be deleted');
    }
  }

  return {
    /**
     * Stores a file under its SHA-256 and takes it away; nobody deletes it for a day, in which
     * something should name it.
     * @throws StorageFullError
     */
    async store(sha256: string, path: string): Promise<void> {
      const { size } = await stat(path);
      const deadline = clock.monotonicMs() + MAX_WAIT_MS;
      while (!(await repository.announce(sha256, size))) {
        if (clock.monotonicMs() > deadline) throw new StorageFullError();
        await new Promise<void>((resolve) => void clock.after(RETRY_INTERVAL_MS, resolve));
      }
      await storage.put(sha256, path);
    },

    /** Nobody deletes an object for a day, of which something is being made. */
    protect: (sha256: string): Promise<void> => repository.revive(sha256),

    /** Forgets media that nothing uses, and deletes what has lain unnamed for an hour. */
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
