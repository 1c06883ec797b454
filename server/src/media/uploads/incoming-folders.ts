import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { newId } from '../../platform/ids.ts';

/** An upload without a write for this long is abandoned. */
const MAX_UPLOAD_MS = 24 * 3_600_000;

export type IncomingFolders = ReturnType<typeof createIncomingFolders>;

/** On the same disk as the storage. */
export function createIncomingFolders(root: string) {
  return {
    async withFolder<T>(act: (folder: string) => Promise<T>): Promise<T> {
      const folder = join(root, newId());
      try {
        await mkdir(folder, { recursive: true });
        return await act(folder);
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },

    async removeStale(now: Date): Promise<void> {
      const names = await readdir(root).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error;
        return [];
      });
      for (const name of names) {
        const path = join(root, name);
        const found = await stat(path).catch(() => undefined);
        if (found !== undefined && now.getTime() - found.mtimeMs > MAX_UPLOAD_MS) {
          await rm(path, { recursive: true, force: true });
        }
      }
    },
  };
}
