import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';

export type Blobs = {
  save(bytes: Uint8Array, type: string): string;
  /** The file stays where it is. */
  saveFile(path: string, sha256: string, type: string): void;
  read(sha256: string): { bytes: Uint8Array; type: string } | undefined;
  clear(): void;
};

/** Opens the store of received bytes; the id of a file is the SHA-256 of its content. */
export function openBlobs(database: DatabaseSync): Blobs {
  const insert = database.prepare(
    'insert or ignore into blobs (sha256, type, bytes, path) values (?, ?, ?, ?)',
  );
  const select = database.prepare('select type, bytes, path from blobs where sha256 = ?');
  // Passing the same bytes to SQLite again takes longer than the rest of a call.
  const storedHashes = new Set<string>();
  return {
    save: (bytes, type) => {
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      if (!storedHashes.has(sha256)) insert.run(sha256, type, bytes, null);
      storedHashes.add(sha256);
      return sha256;
    },
    saveFile: (path, sha256, type) => void insert.run(sha256, type, null, path),
    read: (sha256) => {
      const row = select.get(sha256);
      if (!row) return undefined;
      const { bytes, path } = row;
      const type = String(row['type']);
      if (typeof path === 'string') return { bytes: readFileSync(path), type };
      return bytes instanceof Uint8Array ? { bytes, type } : undefined;
    },
    clear: () => {
      storedHashes.clear();
      database.exec('delete from blobs');
    },
  };
}
