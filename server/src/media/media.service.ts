import { createHash } from 'node:crypto';
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Tx } from '../database/database.ts';
import { AppError } from '../http/app-error.ts';
import type { UploadedFile } from '../http/multipart.ts';
import { newId } from '../ids.ts';
import { prepareAvatar, prepareImage, type PreparedImage } from './media.images.ts';
import { createMediaRepository, type StoredMedia } from './media.repository.ts';
import type { FileKind } from './media.rules.ts';
import { writeUpload, type WrittenUpload } from './media.upload.ts';
import { probeVideo } from './media.videos.ts';
import type { Objects } from './objects.ts';
import { isFullDisk, StorageFullError } from './storage/storage.ts';

export interface ReceivedMedia {
  /** SHA-256 (hex) of the bytes as they were sent. */
  sentSha256: string;
  media: StoredMedia & { kind: FileKind };
}

/** Whatever was not written to for so long, nobody is receiving any more. */
const LONGEST_UPLOAD_MS = 24 * 3_600_000;

export type MediaService = ReturnType<typeof createMediaService>;

/**
 * Takes files in: to disk, pictures re-encoded, into storage. The row comes with the post's
 * transaction; what no row came to name is collected by age.
 */
export function createMediaService(deps: {
  objects: Objects;
  /** Where uploads lie while they arrive; on the same disk as the storage. */
  incoming: string;
}) {
  const { objects, incoming } = deps;

  async function storeBytes(bytes: Buffer): Promise<string> {
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    await mkdir(incoming, { recursive: true });
    const path = join(incoming, newId());
    try {
      await writeFile(path, bytes);
      await objects.keep(sha256, path);
    } finally {
      await rm(path, { force: true });
    }
    return sha256;
  }

  async function storeImage<K extends StoredMedia['kind']>(kind: K, prepared: PreparedImage) {
    const { image, thumbnail, width, height } = prepared;
    const sha256 = await storeBytes(image);
    const thumbnailSha256 = await storeBytes(thumbnail);
    return {
      id: newId(),
      kind,
      contentType: 'image/jpeg',
      sha256,
      thumbnailSha256,
      bytes: image.length,
      width,
      height,
      durationMs: null,
    };
  }

  /** As it came: it is fit for Instagram, or refused. */
  async function storeVideo({ sha256, bytes, contentType }: WrittenUpload, path: string) {
    const { width, height, durationMs } = await probeVideo(path);
    await objects.keep(sha256, path);
    return {
      id: newId(),
      kind: 'video' as const,
      contentType,
      sha256,
      thumbnailSha256: null,
      bytes,
      width,
      height,
      durationMs,
    };
  }

  async function take(file: UploadedFile, accepted: readonly FileKind[]): Promise<ReceivedMedia> {
    await mkdir(incoming, { recursive: true });
    const path = join(incoming, newId());
    try {
      const written = await writeUpload(file, path, accepted);
      const media =
        written.kind === 'video'
          ? await storeVideo(written, path)
          : await storeImage('image', await prepareImage(path));
      return { sentSha256: written.sha256, media };
    } finally {
      await rm(path, { force: true });
    }
  }

  return {
    /**
     * Receives a picture or a video and stores what Instagram will take of it.
     * @throws AppError MEDIA_KIND, FILE_TOO_LARGE, UPLOAD_INTERRUPTED, MEDIA_UNREADABLE,
     *   VIDEO_UNFIT, STORAGE_FULL
     */
    receive: (file: UploadedFile, accepted: readonly FileKind[]): Promise<ReceivedMedia> =>
      spaceFor(take(file, accepted)),

    /** Keeps an account's picture as ours, so that no page asks a third party for it. */
    async keepAvatar(bytes: Buffer): Promise<StoredMedia> {
      return spaceFor(storeImage('avatar', await prepareAvatar(bytes)));
    },

    /** Deletes what a process that died left half-received. */
    async forgetIncoming(now: Date): Promise<void> {
      const names = await readdir(incoming).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error;
        return [];
      });
      for (const name of names) {
        const path = join(incoming, name);
        // Another process may be done with it meanwhile.
        const found = await stat(path).catch(() => undefined);
        if (found !== undefined && now.getTime() - found.mtimeMs > LONGEST_UPLOAD_MS) {
          await rm(path, { force: true });
        }
      }
    },

    insert: (tx: Tx, workspaceId: string, media: StoredMedia) =>
      createMediaRepository(tx).insert(workspaceId, media),
  };
}

/** @throws AppError STORAGE_FULL */
async function spaceFor<T>(storing: Promise<T>): Promise<T> {
  try {
    return await storing;
  } catch (error) {
    const isFull = error instanceof StorageFullError || isFullDisk(error);
    throw isFull ? new AppError('STORAGE_FULL') : error;
  }
}
