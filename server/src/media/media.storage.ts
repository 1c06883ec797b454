import { createReadStream } from 'node:fs';
import { mkdir, open, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { newId } from '../ids.ts';

/** Bytes by their SHA-256 (hex): equal content is one object. */
export interface MediaStorage {
  /** Durable when it resolves; storing what is there already changes nothing. */
  put(sha256: string, bytes: Buffer): Promise<void>;
  /** The same with a file on the same disk, however large; the file is taken away. */
  putFile(sha256: string, path: string): Promise<void>;
  /** Size in bytes, or undefined when there is no such object. */
  size(sha256: string): Promise<number | undefined>;
  /** The bytes from `start` to `end`, both included. */
  read(sha256: string, range: { start: number; end: number }): Readable;
  /** Throws when the storage cannot be written to. */
  check(): Promise<void>;
}

/** Keeps objects as files in a folder. */
export function createLocalStorage(folder: string): MediaStorage {
  const pathOf = (sha256: string) => join(folder, sha256.slice(0, 2), sha256);
  return {
    async put(sha256, bytes) {
      const path = pathOf(sha256);
      await mkdir(join(folder, sha256.slice(0, 2)), { recursive: true });
      // Written aside and renamed: nobody ever sees half a file.
      const aside = `${path}.${newId()}`;
      try {
        await writeFile(aside, bytes, { flush: true });
        await rename(aside, path);
      } catch (error) {
        await rm(aside, { force: true });
        throw error;
      }
    },
    async putFile(sha256, source) {
      const file = await open(source, 'r+');
      try {
        await file.sync();
      } finally {
        await file.close();
      }
      await mkdir(join(folder, sha256.slice(0, 2)), { recursive: true });
      await rename(source, pathOf(sha256));
    },
    async size(sha256) {
      const found = await stat(pathOf(sha256)).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error;
      });
      return found?.size;
    },
    read: (sha256, range) => createReadStream(pathOf(sha256), range),
    async check() {
      await mkdir(folder, { recursive: true });
      const probe = join(folder, `.probe-${newId()}`);
      await writeFile(probe, '');
      await rm(probe);
    },
  };
}
