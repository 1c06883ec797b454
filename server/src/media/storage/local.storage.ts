import { createReadStream } from 'node:fs';
import { mkdir, open, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { newId } from '../../ids.ts';
import { checkContent, isFullDisk, StorageFullError, type MediaStorage } from './storage.ts';

/** Keeps objects as files in a folder; what is put must lie on the same disk. */
export function createLocalStorage(folder: string): MediaStorage {
  const shelfOf = (sha256: string) => join(folder, sha256.slice(0, 2));
  const pathOf = (sha256: string) => join(shelfOf(sha256), sha256);

  async function put(sha256: string, source: string): Promise<void> {
    await checkContent(source, sha256);
    const file = await open(source, 'r+');
    try {
      await file.sync();
    } finally {
      await file.close();
    }
    await mkdir(shelfOf(sha256), { recursive: true });
    // Nobody ever sees half a file.
    await rename(source, pathOf(sha256));
    await syncFolder(shelfOf(sha256));
    await syncFolder(folder);
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
    async asFile(sha256, act) {
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

/** A name is durable once its folder is. Windows has no such call, and needs none. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const opened = await open(path, 'r');
  try {
    await opened.sync();
  } finally {
    await opened.close();
  }
}
