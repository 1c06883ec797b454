import { fstatSync, openSync, closeSync, readSync } from 'node:fs';

/** Bytes of which only parts are read into memory. */
export type ByteSource = { length: number; read(start: number, end: number): Buffer };

export const bytesOf = (bytes: Buffer): ByteSource => ({
  length: bytes.length,
  read: (start, end) => bytes.subarray(start, end),
});

export function withFile<Result>(path: string, use: (source: ByteSource) => Result): Result {
  const file = openSync(path, 'r');
  try {
    return use({
      length: fstatSync(file).size,
      read: (start, end) => {
        const bytes = Buffer.alloc(end - start);
        return bytes.subarray(0, readSync(file, bytes, 0, bytes.length, start));
      },
    });
  } finally {
    closeSync(file);
  }
}
