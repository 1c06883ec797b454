import { stat } from 'node:fs/promises';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/database.ts';
import { createObjectsRepository } from './objects.repository.ts';
import type { MediaStorage } from './storage/storage.ts';

/** How often it is looked whether an object that is being deleted is gone. */
const LOOK_AGAIN_MS = 250;

export type Objects = ReturnType<typeof createObjects>;

/**
 * What lies in the storage and who needs it. An object has its row before it has its bytes, and
 * loses the bytes first: nothing can lie there that no row knows.
 */
export function createObjects(deps: { database: Database; storage: MediaStorage; clock: Clock }) {
  const { storage, clock } = deps;
  const repository = createObjectsRepository(deps.database.db);

  return {
    /**
     * Stores a file under its SHA-256 and takes it away; nobody deletes it for a day, in which
     * something should name it.
     * @throws StorageFullError
     */
    async keep(sha256: string, path: string): Promise<void> {
      const { size } = await stat(path);
      while (!(await repository.announce(sha256, size))) {
        await new Promise<void>((resolve) => void clock.after(LOOK_AGAIN_MS, resolve));
      }
      await storage.put(sha256, path);
    },

    /** Forgets media that nothing uses, and deletes what has lain unnamed for an hour. */
    async collect(): Promise<void> {
      await repository.forgetUnusedMedia();
      await repository.markUnnamed();
      for (;;) {
        const claimed = await repository.claimRemovable();
        if (claimed.length === 0) return;
        for (const object of claimed) {
          await storage.remove(object.key);
          await repository.forget(object);
        }
      }
    },
  };
}
