import { createHash } from 'node:crypto';
import { createWriteStream, type WriteStream } from 'node:fs';
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { newId } from '../ids.ts';

/** Whatever was not written to for so long, nobody is receiving any more. */
const LONGEST_UPLOAD_MS = 24 * 3_600_000;
/** Read and written at once: each call of the disk costs more than the bytes of a small piece. */
const PIECE_BYTES = 256 * 1024;

export type Incoming = ReturnType<typeof createIncoming>;

/** Where files lie while they arrive and are worked on; on the same disk as the storage. */
export function createIncoming(root: string) {
  return {
    /** Gives a folder for what belongs to one file; it goes with all that is left in it. */
    async inFolder<T>(act: (folder: string) => Promise<T>): Promise<T> {
      const folder = join(root, newId());
      try {
        await mkdir(folder, { recursive: true });
        return await act(folder);
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },

    /** Deletes what a process that died left half-received. */
    async forget(now: Date): Promise<void> {
      const names = await readdir(root).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error;
        return [];
      });
      for (const name of names) {
        const path = join(root, name);
        // Another process may be done with it meanwhile.
        const found = await stat(path).catch(() => undefined);
        if (found !== undefined && now.getTime() - found.mtimeMs > LONGEST_UPLOAD_MS) {
          await rm(path, { recursive: true, force: true });
        }
      }
    },
  };
}

/** Takes what arrives in small pieces and writes it in large ones. */
export const createSink = (
  path: string,
  options: { flags?: string; start?: number } = {},
): WriteStream => createWriteStream(path, { ...options, highWaterMark: PIECE_BYTES });

/** The SHA-256 (hex) of a file, and its length. */
export async function contentOf(path: string): Promise<{ sha256: string; bytes: number }> {
  const hash = createHash('sha256');
  const file = await open(path);
  try {
    const piece = Buffer.allocUnsafeSlow(PIECE_BYTES);
    let bytes = 0;
    for (;;) {
      const { bytesRead } = await file.read(piece, 0, PIECE_BYTES, bytes);
      if (bytesRead === 0) return { sha256: hash.digest('hex'), bytes };
      hash.update(piece.subarray(0, bytesRead));
      bytes += bytesRead;
    }
  } finally {
    await file.close();
  }
}
