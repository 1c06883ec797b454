import { link, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ErrorCode } from '@pontual/contract/shared/errors.ts';
import type { Tx } from '../platform/database/database.ts';
import { AppError } from '../platform/http/app-error.ts';
import type { UploadedFile } from '../platform/http/multipart.ts';
import type { Jobs } from '../platform/jobs/jobs.ts';
import { hashFile } from './hashing/hashing.ts';
import type { IncomingFolders } from './uploads/incoming-folders.ts';
import { enqueueConversions } from './conversion/conversion.jobs.ts';
import type { ReceivedFile, FitTarget, MediaIntake, NewMedia } from './uploads/ingestion.ts';
import { createMediaRepository, type StoredMedia, type SourceImage } from './media.repository.ts';
import { detectFileType, writeUpload, type UploadPolicy } from './uploads/upload.ts';
import { isFullDisk, StorageFullError } from './storage/storage.ts';

export interface ReceivedMedia {
  /** SHA-256 (hex) of the bytes as they were sent. */
  uploadSha256: string;
  media: NewMedia;
}

export type MediaService = ReturnType<typeof createMediaService>;

/**
 * Takes files in: to disk, pictures re-encoded, into storage. The row comes with the post's
 * transaction, and with it the job that converts a video; what no row came to name is collected
 * by age.
 */
export function createMediaService(deps: {
  intake: MediaIntake;
  incoming: IncomingFolders;
  jobs: Jobs;
}) {
  const { intake, incoming, jobs } = deps;

  /** @throws AppError STORAGE_FULL, and what is thrown inside */
  async function withIncomingFolder<T>(act: (folder: string) => Promise<T>): Promise<T> {
    try {
      return await incoming.withFolder(act);
    } catch (error) {
      const isFull = error instanceof StorageFullError || isFullDisk(error);
      throw isFull ? new AppError('STORAGE_FULL') : error;
    }
  }

  return {
    /**
     * Receives pictures and videos, and stores what Instagram will take of them. All are received
     * before the first is looked into: whoever sends them is never made to wait between two.
     * @throws AppError MEDIA_KIND, FILE_TOO_LARGE, UPLOAD_INTERRUPTED, MEDIA_UNREADABLE,
     *   VIDEO_UNFIT, STORAGE_FULL
     */
    receive: (files: AsyncIterable<UploadedFile>, policy: UploadPolicy): Promise<ReceivedMedia[]> =>
      withIncomingFolder(async (uploadsFolder) => {
        const receivedFiles: (ReceivedFile & { name: string })[] = [];
        for await (const file of files) {
          const folder = join(uploadsFolder, String(receivedFiles.length));
          await mkdir(folder);
          const path = join(folder, 'upload');
          const written = await writeUpload(file, path, policy).catch(withFileName(file, policy));
          receivedFiles.push({ ...written, path, folder, name: file.name });
        }
        const received: ReceivedMedia[] = [];
        for (const file of receivedFiles) {
          const media = await intake.ingest(file).catch(withFileName(file, policy));
          received.push({ uploadSha256: file.sha256, media });
        }
        return received;
      }),

    /**
     * The same with a file that has arrived whole, which stays: whoever has kept what came of it
     * takes it away.
     * @throws AppError MEDIA_UNREADABLE, FILE_TOO_LARGE, VIDEO_UNFIT, STORAGE_FULL
     */
    ingestFinishedUpload: (uploadPath: string, name: string): Promise<ReceivedMedia> =>
      withIncomingFolder(async (folder) => {
        const content = await hashFile(uploadPath);
        const type = await detectFileType(uploadPath, name, content.bytes);
        // The storage takes away what it is given.
        const path = join(folder, 'upload');
        await link(uploadPath, path);
        const media = await intake.ingest({ ...content, type, path, folder });
        return { uploadSha256: content.sha256, media };
      }),

    /** Keeps an account's picture as ours, so that no page asks a third party for it. */
    storeAvatar: (bytes: Buffer): Promise<StoredMedia> =>
      withIncomingFolder(async (folder) => {
        const path = join(folder, 'upload');
        await writeFile(path, bytes);
        return intake.ingestAvatar(path, folder);
      }),

    /** Makes of a picture one of another ratio; the whole one is kept. @throws AppError STORAGE_FULL */
    fit: (source: SourceImage, target: FitTarget): Promise<NewMedia> =>
      withIncomingFolder((folder) => intake.fit(source, target, folder)),

    /** Gives a stored file its row, and its conversion its job. */
    async insert(tx: Tx, workspaceId: string, media: StoredMedia): Promise<void> {
      await createMediaRepository(tx).insert(workspaceId, media);
      if (media.state === 'converting') await enqueueConversions(jobs, tx, [media]);
    },
  };
}

/** What is wrong with a file itself, where nothing but its name says which one is meant. */
const fileErrorCodes: ReadonlySet<ErrorCode> = new Set(['MEDIA_UNREADABLE', 'VIDEO_UNFIT']);

const withFileName =
  ({ name }: { name: string }, { maxFiles }: UploadPolicy) =>
  (error: unknown): never => {
    const isNamed = maxFiles > 1 && error instanceof AppError && fileErrorCodes.has(error.code);
    throw isNamed ? new AppError(error.code, { message: `${name}: ${error.message}` }) : error;
  };
