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
  /** Hex, of the uploaded bytes. */
  uploadSha256: string;
  media: NewMedia;
}

export type MediaService = ReturnType<typeof createMediaService>;

/** The caller inserts the row in its transaction; objects without a row are deleted after some time. */
export function createMediaService(deps: {
  intake: MediaIntake;
  incoming: IncomingFolders;
  jobs: Jobs;
}) {
  const { intake, incoming, jobs } = deps;

  /** @throws AppError STORAGE_FULL, and the errors of `act` */
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
     * Receives all files before the first one is decoded, so that the sender does not wait between two files.
     * @throws AppError MEDIA_KIND, FILE_TOO_LARGE, UPLOAD_INTERRUPTED, MEDIA_UNREADABLE, VIDEO_UNFIT,
     * STORAGE_FULL
     */
    receive: (files: AsyncIterable<UploadedFile>, policy: UploadPolicy): Promise<ReceivedMedia[]> =>
      withIncomingFolder(async (uploadsFolder) => {
        const received: ReceivedMedia[] = [];
        for (const file of await writeUploads(uploadsFolder, files, policy)) {
          const media = await intake.ingest(file).catch(withFileName(file, policy));
          received.push({ uploadSha256: file.sha256, media });
        }
        return received;
      }),

    /**
     * Receives all files and returns the hashes of their bytes, without decoding one.
     * @throws AppError MEDIA_KIND, FILE_TOO_LARGE, UPLOAD_INTERRUPTED, MEDIA_UNREADABLE, STORAGE_FULL
     */
    hash: (files: AsyncIterable<UploadedFile>, policy: UploadPolicy): Promise<string[]> =>
      withIncomingFolder(async (uploadsFolder) =>
        (await writeUploads(uploadsFolder, files, policy)).map(({ sha256 }) => sha256),
      ),

    /**
     * The file stays; the caller deletes it after storing the result.
     * @throws AppError MEDIA_UNREADABLE, FILE_TOO_LARGE, VIDEO_UNFIT, STORAGE_FULL
     */
    ingestFinishedUpload: (uploadPath: string, name: string): Promise<ReceivedMedia> =>
      withIncomingFolder(async (folder) => {
        const content = await hashFile(uploadPath);
        const type = await detectFileType(uploadPath, name, content.bytes);
        // The storage moves the file, so it gets a hard link.
        const path = join(folder, 'upload');
        await link(uploadPath, path);
        const media = await intake.ingest({ ...content, type, path, folder });
        return { uploadSha256: content.sha256, media };
      }),

    /** No page requests the picture of an account from a third party. */
    storeAvatar: (bytes: Buffer): Promise<StoredMedia> =>
      withIncomingFolder(async (folder) => {
        const path = join(folder, 'upload');
        await writeFile(path, bytes);
        return intake.ingestAvatar(path, folder);
      }),

    /** The original stays stored. @throws AppError STORAGE_FULL */
    fit: (source: SourceImage, target: FitTarget): Promise<NewMedia> =>
      withIncomingFolder((folder) => intake.fit(source, target, folder)),

    async insert(tx: Tx, workspaceId: string, media: StoredMedia): Promise<void> {
      await createMediaRepository(tx).insert(workspaceId, media);
      if (media.state === 'converting') await enqueueConversions(jobs, tx, [media]);
    },
  };
}

interface WrittenFile extends ReceivedFile {
  name: string;
}

async function writeUploads(
  uploadsFolder: string,
  files: AsyncIterable<UploadedFile>,
  policy: UploadPolicy,
): Promise<WrittenFile[]> {
  const written: WrittenFile[] = [];
  for await (const file of files) {
    const folder = join(uploadsFolder, String(written.length));
    await mkdir(folder);
    const path = join(folder, 'upload');
    const upload = await writeUpload(file, path, policy).catch(withFileName(file, policy));
    written.push({ ...upload, path, folder, name: file.name });
  }
  return written;
}

/** Their messages need the file name when several files are uploaded. */
const fileErrorCodes: ReadonlySet<ErrorCode> = new Set(['MEDIA_UNREADABLE', 'VIDEO_UNFIT']);

const withFileName =
  ({ name }: { name: string }, { maxFiles }: UploadPolicy) =>
  (error: unknown): never => {
    const isNamed = maxFiles > 1 && error instanceof AppError && fileErrorCodes.has(error.code);
    throw isNamed ? new AppError(error.code, { message: `${name}: ${error.message}` }) : error;
  };
