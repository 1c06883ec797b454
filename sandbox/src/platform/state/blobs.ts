import { createHash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';

export type Blobs = {
  save(bytes: Uint8Array, type: string): string;
  read(sha256: string): { bytes: Uint8Array; type: string } | undefined;
  clear(): void;
};

/** Opens the store of downloaded bytes; the id of a file is the SHA-256 of its content. */
export function openBlobs(database: DatabaseSync): Blobs {
  const insert = database.prepare(
    'insert or ignore into blobs (sha256, type, bytes) values (?, ?, ?)',
  );
  const select = database.prepare('select type, bytes from blobs where sha256 = ?');
  // Passing the same bytes to SQLite again takes longer than the rest of a call.
  const storedHashes = new Set<string>();
  return {
    save: (bytes, type) => {
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      if (!storedHashes.has(sha256)) insert.run(sha256, type, bytes);
      storedHashes.add(sha256);
      return sha256;
    },
    read: (sha256) => {
      const row = select.get(sha256);
      if (!row || !(row['bytes'] instanceof Uint8Array)) return undefined;
      return { bytes: row['bytes'], type: String(row['type']) };
    },
    clear: () => {
      storedHashes.clear();
      database.exec('delete from blobs');
    },
  };
}
