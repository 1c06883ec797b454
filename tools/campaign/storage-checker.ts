import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Db } from '@pontual/server/platform/database/database.ts';

const PARTIAL_UPLOAD_NAME = 'upload';

/** An announced object that never arrived and that no row refers to is no error, because it is collected. */
export async function findStorageErrors(db: Db, dataDir: string): Promise<string[]> {
  const errors: string[] = [];
  const sizes = new Map<string, number>();
  const storage = join(dataDir, 'media');
  for (const path of await listFiles(storage)) {
    const bytes = await readFile(join(storage, path));
    const name = path.split('/').at(-1) ?? '';
    sizes.set(name, bytes.length);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    if (sha256 !== name) errors.push(`object ${name} is not whole: ${bytes.length} bytes`);
  }
  const referenced = await sql<{ key: string; bytes: string | null }>`
    select sha256 as key, bytes from media_files where state <> 'refused'
    union select thumbnail_sha256, null from media_files where thumbnail_sha256 is not null
    union select cover_sha256, null from media_files where cover_sha256 is not null
    union select source_sha256, null from media_files where source_sha256 is not null
    union select o.key, o.bytes from stored_objects o
      where exists (select from media_files f where f.sha256 = o.key and f.state <> 'refused')`.execute(
    db,
  );
  for (const { key, bytes } of referenced.rows) {
    const size = sizes.get(key);
    if (size === undefined) errors.push(`object ${key} is named and not there`);
    else if (bytes !== null && Number(bytes) !== size) {
      errors.push(`object ${key} has ${size} bytes, and its row says ${bytes}`);
    }
  }
  const arriving = await listFiles(join(dataDir, 'incoming'));
  const leftovers = arriving.filter((path) => path.endsWith(`/${PARTIAL_UPLOAD_NAME}`));
  return [...errors, ...leftovers.map((path) => `incoming/${path} was left behind`)];
}

async function listFiles(root: string): Promise<string[]> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
      return [];
    },
  );
  return entries
    .filter((entry) => entry.isFile() && entry.parentPath !== root)
    .map(({ parentPath, name }) => join(parentPath, name).slice(root.length + 1));
}
