import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Tx } from '../database/database.ts';
import { AppError } from '../http/app-error.ts';
import type { UploadedFile } from '../http/multipart.ts';
import { newId } from '../ids.ts';
import { prepareAvatar, prepareImage, type PreparedImage } from './media.images.ts';
import { createMediaRepository, type StoredMedia } from './media.repository.ts';
import type { MediaStorage } from './media.storage.ts';

export interface ReceivedMedia {
  /** SHA-256 (hex) of the bytes as they were sent. */
  sentSha256: string;
  media: StoredMedia;
}

export type MediaService = ReturnType<typeof createMediaService>;

/**
 * Takes files in: to disk, re-encoded, into storage. The row comes with the post's transaction;
 * bytes that no row came to name are not deleted at once, since another upload of equal content
 * may be about to name them.
 */
export function createMediaService(deps: {
  storage: MediaStorage;
  /** Where uploads lie while they arrive. */
  incoming: string;
}) {
  const { storage, incoming } = deps;

  async function store(kind: StoredMedia['kind'], prepared: PreparedImage): Promise<StoredMedia> {
    const [sha256, thumbnailSha256] = [sha256Of(prepared.image), sha256Of(prepared.thumbnail)];
    try {
      await storage.put(sha256, prepared.image);
      await storage.put(thumbnailSha256, prepared.thumbnail);
    } catch (error) {
      throw isFull(error) ? new AppError('STORAGE_FULL') : error;
    }
    const { width, height, image } = prepared;
    return { id: newId(), kind, sha256, thumbnailSha256, bytes: image.length, width, height };
  }

  return {
    /**
     * Receives an image and stores what Instagram will take of it.
     * @throws AppError FILE_TOO_LARGE, UPLOAD_INTERRUPTED, MEDIA_UNREADABLE, IMAGE_RATIO, STORAGE_FULL
     */
    async receiveImage(file: UploadedFile): Promise<ReceivedMedia> {
      await mkdir(incoming, { recursive: true });
      const path = join(incoming, newId());
      try {
        const sentSha256 = await writeUpload(file, path);
        if (file.wasCut()) throw new AppError('FILE_TOO_LARGE');
        return { sentSha256, media: await store('image', await prepareImage(path)) };
      } finally {
        await rm(path, { force: true });
      }
    },

    /** Keeps an account's picture as ours, so that no page asks a third party for it. */
    async keepAvatar(bytes: Buffer): Promise<StoredMedia> {
      return store('avatar', await prepareAvatar(bytes));
    },

    insert: (tx: Tx, workspaceId: string, media: StoredMedia) =>
      createMediaRepository(tx).insert(workspaceId, media),
  };
}

const sha256Of = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

/** Writes the stream to a file; answers the SHA-256 (hex) of what was sent. */
async function writeUpload(file: UploadedFile, path: string): Promise<string> {
  const hash = createHash('sha256');
  const hashing = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
  try {
    await pipeline(file.stream, hashing, createWriteStream(path));
  } catch (error) {
    throw isFull(error) ? new AppError('STORAGE_FULL') : new AppError('UPLOAD_INTERRUPTED');
  }
  return hash.digest('hex');
}

function isFull(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOSPC';
}
