import { mkdir, open, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Names beside the objects, without content, that survive the loss of the database. */
export interface MarkerStore {
  /** Durable when it resolves; a repeated name has no effect. */
  add(name: string): Promise<void>;
  list(): Promise<string[]>;
}

export const createLocalMarkerStore = (folder: string): MarkerStore => ({
  async add(name) {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await syncPath(join(folder, name), 'a');
    // A new name is durable only after its folder is synced. Windows does not need it.
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
