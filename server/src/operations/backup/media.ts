import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { MediaStorage } from '../../media/storage/storage.ts';
import { BackupError, mediaFile, type Manifest } from './format.ts';

async function copyHashed(from: string, to: string): Promise<{ sha256: string; bytes: number }> {
  const hash = createHash('sha256');
  let bytes = 0;
  await pipeline(
    createReadStream(from),
    async function* passing(source: AsyncIterable<Buffer>) {
      for await (const chunk of source) {
        hash.update(chunk);
        bytes += chunk.length;
        yield chunk;
      }
    },
    createWriteStream(to, { flush: true }),
  );
  return { sha256: hash.digest('hex'), bytes };
}

export async function exportMedia(
  storage: MediaStorage,
  folder: string,
  keys: readonly string[],
): Promise<{ media: { sha256: string; bytes: number }[]; lostMedia: string[] }> {
  const media: { sha256: string; bytes: number }[] = [];
  const lostMedia: string[] = [];
  for (const key of keys) {
    const target = mediaFile(folder, key);
    await mkdir(dirname(target), { recursive: true });
    const copied = await storage.withLocalFile(key, (path) => copyHashed(path, target));
    if (copied?.sha256 === key) media.push(copied);
    else {
      await rm(target, { force: true });
      lostMedia.push(key);
    }
  }
  return { media, lostMedia };
}

/** @throws BackupError if an object does not match its checksum */
export async function importMedia(
  storage: MediaStorage,
  folder: string,
  { media }: Pick<Manifest, 'media'>,
  scratch: string,
): Promise<void> {
  await mkdir(scratch, { recursive: true });
  for (const { sha256, bytes } of media ?? []) {
    if ((await storage.size(sha256)) === bytes) continue;
    const temporaryFile = join(scratch, `restored-${sha256}`);
    try {
      const copied = await copyHashed(mediaFile(folder, sha256), temporaryFile);
      if (copied.sha256 !== sha256)
        throw new BackupError(`The backup is damaged: media ${sha256}.`);
      await storage.put(sha256, temporaryFile);
    } finally {
      await rm(temporaryFile, { force: true });
    }
  }
}

const CONCURRENT_CHECKS = 20;

export async function countMissing(storage: MediaStorage, keys: readonly string[]) {
  const remaining = keys.values();
  const missing = await Promise.all(
    Array.from({ length: CONCURRENT_CHECKS }, async () => {
      let count = 0;
      for (const key of remaining) if ((await storage.size(key)) === undefined) count += 1;
      return count;
    }),
  );
  return missing.reduce((all, count) => all + count, 0);
}
