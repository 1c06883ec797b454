import { createReadStream } from 'node:fs';
import { mkdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { newId } from '../../platform/ids.ts';
import { syncPath } from './marker-store.ts';
import { isFullDisk, StorageFullError, type MediaStorage } from './storage.ts';

/** A file to be stored must be on the same disk. */
export function createLocalStorage(folder: string): MediaStorage {
  const prefixFolder = (sha256: string) => join(folder, sha256.slice(0, 2));
  const enqueue = createSerialQueue();
  const pathOf = (sha256: string) => join(prefixFolder(sha256), sha256);

  async function put(sha256: string, source: string): Promise<void> {
    await enqueue(() => syncPath(source, 'r+'));
    await mkdir(prefixFolder(sha256), { recursive: true });
    // The rename is atomic, so no reader sees a partial file.
    await rename(source, pathOf(sha256));
    // A rename is durable only after its folder is synced. Windows has no such call and does not need one.
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

/** Many concurrent syncs would occupy all threads that read files. */
function createSerialQueue(): (act: () => Promise<void>) => Promise<void> {
  let last = Promise.resolve();
  return (act) => {
    const turn = last.then(act);
    last = turn.catch(() => undefined);
    return turn;
  };
}
