import { createReadStream } from 'node:fs';
import { mkdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { newId } from '../../platform/ids.ts';
import { syncPath } from './marker-store.ts';
import { isFullDisk, StorageFullError, type MediaStorage } from './storage.ts';

/** Keeps objects as files in a folder; what is put must lie on the same disk. */
export function createLocalStorage(folder: string): MediaStorage {
  const prefixFolder = (sha256: string) => join(folder, sha256.slice(0, 2));
  const enqueue = createSerialQueue();
  const pathOf = (sha256: string) => join(prefixFolder(sha256), sha256);

  async function put(sha256: string, source: string): Promise<void> {
    await enqueue(() => syncPath(source, 'r+'));
    await mkdir(prefixFolder(sha256), { recursive: true });
    // Nobody ever sees half a file.
    await rename(source, pathOf(sha256));
    // A name is durable once its folder is. Windows has no such call, and needs none.
    if (process.platform === 'win32') return;
    await enqueue(() => syncPath(prefixFolder(sha256), 'r'));
    await enqueue(() => syncPath(folder, 'r'));
  }

  async function sizeOf(sha256: string): Promise<number | undefined> {
    const found = await stat(pathOf(sha256)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
    });
    return found?.size;
  }

  return {
    async put(sha256, source) {
      await put(sha256, source).catch((error: unknown) => {
        throw isFullDisk(error) ? new StorageFullError() : error;
      });
    },
    size: sizeOf,
    read: async (sha256, range) => createReadStream(pathOf(sha256), range),
    async withLocalFile(sha256, act) {
      const size = await sizeOf(sha256);
      return size === undefined ? undefined : act(pathOf(sha256));
    },
    remove: (sha256) => rm(pathOf(sha256), { force: true }),
    async check() {
      await mkdir(folder, { recursive: true });
      const probe = join(folder, `.probe-${newId()}`);
      await writeFile(probe, '');
      await rm(probe);
    },
  };
}

/** One after another: many that sync would hold all the threads that files are read with. */
function createSerialQueue(): (act: () => Promise<void>) => Promise<void> {
  let last = Promise.resolve();
  return (act) => {
    const turn = last.then(act);
    last = turn.catch(() => undefined);
    return turn;
  };
}
