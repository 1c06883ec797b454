import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import * as z from 'zod';

/** Its message is one line for the operator. */
export class BackupError extends Error {}

const FORMAT = 1;
const MANIFEST = 'manifest.json';
const MANIFEST_SUM = 'manifest.json.sha256';

const sha256 = z.string().regex(/^[\da-f]{64}$/);
const table = z.object({
  name: z.string().regex(/^\w+$/),
  columns: z.array(z.string().regex(/^\w+$/)),
  rows: z.number().int(),
  bytes: z.number().int(),
  sha256,
});
const manifest = z.object({
  format: z.literal(FORMAT),
  /** By the clock of the database. */
  takenAt: z.iso.datetime().transform((text) => new Date(text)),
  migrations: z.array(z.string()),
  tables: z.array(table),
  jobs: table,
  /** Null: the backup has no media. */
  media: z.array(z.object({ sha256, bytes: z.number().int() })).nullable(),
  /** Referenced by rows, but missing or damaged in the storage. */
  lostMedia: z.array(z.string()),
});

export type Manifest = z.infer<typeof manifest>;
export type TableFile = z.infer<typeof table>;

/** Gzip, one JSON array of strings and nulls per line. */
export const tableFile = (folder: string, name: string) =>
  join(folder, 'tables', `${name}.jsonl.gz`);

export const mediaFile = (folder: string, key: string) =>
  join(folder, 'media', key.slice(0, 2), key);

export function totalsOf({ tables, jobs, media }: Pick<Manifest, 'tables' | 'jobs' | 'media'>) {
  const files = [...tables, jobs];
  const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);
  return {
    rows: sum(tables.map(({ rows }) => rows)),
    media: media?.length ?? 0,
    bytes: sum(files.map(({ bytes }) => bytes)) + sum((media ?? []).map(({ bytes }) => bytes)),
  };
}

/** Comes last: a folder without a manifest is no complete backup. */
export async function writeManifest(folder: string, content: Omit<Manifest, 'format'>) {
  const text = `${JSON.stringify({ format: FORMAT, ...content }, null, 1)}\n`;
  const sum = createHash('sha256').update(text).digest('hex');
  await writeFile(join(folder, MANIFEST_SUM), `${sum}  ${MANIFEST}\n`, { flush: true });
  await writeFile(join(folder, MANIFEST), text, { flush: true });
}

/** @throws BackupError if the manifest is missing, damaged or of another format */
export async function readManifest(folder: string): Promise<Manifest> {
  const [text, sum] = await Promise.all([
    readFile(join(folder, MANIFEST), 'utf8').catch(() => undefined),
    readFile(join(folder, MANIFEST_SUM), 'utf8').catch(() => ''),
  ]);
  if (text === undefined) {
    throw new BackupError(`${folder} holds no whole backup: its ${MANIFEST} is missing.`);
  }
  if (!sum.startsWith(createHash('sha256').update(text).digest('hex'))) {
    throw new BackupError(`${folder}/${MANIFEST} is damaged: it is not what its checksum says.`);
  }
  const read = manifest.safeParse(JSON.parse(text));
  if (read.success) return read.data;
  throw new BackupError(`${folder} was written by another version of Pontual: use that one.`);
}

/** @throws BackupError that names the first file that is missing, truncated or changed */
export async function verifyFiles(folder: string, { tables, jobs, media }: Manifest) {
  const files = [
    ...[...tables, jobs].map((file) => ({ path: tableFile(folder, file.name), file })),
    ...(media ?? []).map((file) => ({ path: mediaFile(folder, file.sha256), file })),
  ];
  for (const { path, file } of files) {
    const { bytes, sha256: expected } = file;
    const found = await stat(path).catch(() => undefined);
    if (found === undefined) throw new BackupError(`The backup is not whole: ${path} is missing.`);
    if (found.size !== bytes) {
      throw new BackupError(
        `The backup is damaged: ${path} has ${found.size} bytes instead of ${bytes}.`,
      );
    }
    if ((await hashOfFile(path)) !== expected) {
      throw new BackupError(`The backup is damaged: ${path} is not what was written.`);
    }
  }
}

export async function hashOfFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  const into = new Writable({
    write(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done();
    },
  });
  await pipeline(createReadStream(path), into);
  return hash.digest('hex');
}
