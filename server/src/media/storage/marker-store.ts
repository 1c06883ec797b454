import { mkdir, open, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Names beside the objects of a storage, each without any content: what outlives the database. */
export interface MarkerStore {
  /** Durable when it resolves; the same name again changes nothing. */
  add(name: string): Promise<void>;
  /** All that were ever left. */
  list(): Promise<string[]>;
}

/** Keeps them as empty files in a folder. */
export const createLocalMarkerStore = (folder: string): MarkerStore => ({
  async add(name) {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await syncPath(join(folder, name), 'a');
    // A name is durable once its folder is. Windows has no such call, and needs none.
    if (process.platform !== 'win32') await syncPath(folder, 'r');
  },
  list: () =>
    readdir(folder).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return [];
      throw error;
    }),
});

export async function syncPath(path: string, flags: string): Promise<void> {
  const opened = await open(path, flags);
  try {
    await opened.sync();
  } finally {
    await opened.close();
  }
}
