import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { newId } from '../../platform/ids.ts';

/** Whatever was not written to for so long, nobody is receiving any more. */
const MAX_UPLOAD_MS = 24 * 3_600_000;

export type IncomingFolders = ReturnType<typeof createIncomingFolders>;

/** Where files lie while they arrive and are worked on; on the same disk as the storage. */
export function createIncomingFolders(root: string) {
  return {
    /** Gives a folder for what belongs to one file; it goes with all that is left in it. */
    async withFolder<T>(act: (folder: string) => Promise<T>): Promise<T> {
      const folder = join(root, newId());
      try {
        await mkdir(folder, { recursive: true });
        return await act(folder);
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },

    /** Deletes what a process that died left half-received. */
    async removeStale(now: Date): Promise<void> {
      const names = await readdir(root).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error;
        return [];
      });
      for (const name of names) {
        const path = join(root, name);
        // Another process may be done with it meanwhile.
        const found = await stat(path).catch(() => undefined);
        if (found !== undefined && now.getTime() - found.mtimeMs > MAX_UPLOAD_MS) {
          await rm(path, { recursive: true, force: true });
        }
      }
    },
  };
}
