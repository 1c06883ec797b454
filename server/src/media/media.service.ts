import { link, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ErrorCode } from '@pontual/contract/errors.ts';
import type { Tx } from '../database/database.ts';
import { AppError } from '../http/app-error.ts';
import type { UploadedFile } from '../http/multipart.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { contentOf } from './hashing.ts';
import type { Incoming } from './incoming.ts';
import { sendForConversion } from './conversion.jobs.ts';
import type { Arrived, FitWish, MediaIntake, NewMedia } from './media.intake.ts';
import { createMediaRepository, type StoredMedia, type WholePicture } from './media.repository.ts';
import { typeOfFile, writeUpload, type Accepted } from './media.upload.ts';
import { isFullDisk, StorageFullError } from './storage/storage.ts';

export interface ReceivedMedia {
  /** SHA-256 (hex) of the bytes as they were sent. */
  sentSha256: string;
  media: NewMedia;
}

export type MediaService = ReturnType<typeof createMediaService>;

/**
 * Takes files in: to disk, pictures re-encoded, into storage. The row comes with the post's
 * transaction, and with it the job that converts a video; what no row came to name is collected
 * by age.
 */
export function createMediaService(deps: { intake: MediaIntake; incoming: Incoming; jobs: Jobs }) {
  const { intake, incoming, jobs } = deps;

  /** @throws AppError STORAGE_FULL, and what is thrown inside */
  async function inNewFolder<T>(act: (folder: string) => Promise<T>): Promise<T> {
    try {
      return await incoming.inFolder(act);
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
    receive: (files: AsyncIterable<UploadedFile>, accepted: Accepted): Promise<ReceivedMedia[]> =>
      inNewFolder(async (whole) => {
        const arrived: (Arrived & { name: string })[] = [];
        for await (const file of files) {
          const folder = join(whole, String(arrived.length));
          await mkdir(folder);
          const path = join(folder, 'upload');
          const written = await writeUpload(file, path, accepted).catch(naming(file, accepted));
          arrived.push({ ...written, path, folder, name: file.name });
        }
        const received: ReceivedMedia[] = [];
        for (const file of arrived) {
          const media = await intake.take(file).catch(naming(file, accepted));
          received.push({ sentSha256: file.sha256, media });
        }
        return received;
      }),

    /**
     * The same with a file that has arrived whole, which stays: whoever has kept what came of it
     * takes it away.
     * @throws AppError MEDIA_UNREADABLE, FILE_TOO_LARGE, VIDEO_UNFIT, STORAGE_FULL
     */
    takeWhole: (whole: string, name: string): Promise<ReceivedMedia> =>
      inNewFolder(async (folder) => {
        const content = await contentOf(whole);
        const type = await typeOfFile(whole, name, content.bytes);
        // The storage takes away what it is given.
        const path = join(folder, 'upload');
        await link(whole, path);
        const media = await intake.take({ ...content, type, path, folder });
        return { sentSha256: content.sha256, media };
      }),

    /** Keeps an account's picture as ours, so that no page asks a third party for it. */
    keepAvatar: (bytes: Buffer): Promise<StoredMedia> =>
      inNewFolder(async (folder) => {
        const path = join(folder, 'upload');
        await writeFile(path, bytes);
        return intake.takeAvatar(path, folder);
      }),

    /** Makes of a picture one of another ratio; the whole one is kept. @throws AppError STORAGE_FULL */
    fit: (source: WholePicture, wish: FitWish): Promise<NewMedia> =>
      inNewFolder((folder) => intake.fit(source, wish, folder)),

    /** Gives a stored file its row, and its conversion its job. */
    async insert(tx: Tx, workspaceId: string, media: StoredMedia): Promise<void> {
      await createMediaRepository(tx).insert(workspaceId, media);
      if (media.state === 'converting') await sendForConversion(jobs, tx, [media]);
    },
  };
}

/** What is wrong with a file itself, where nothing but its name says which one is meant. */
const faultsOfFile: ReadonlySet<ErrorCode> = new Set(['MEDIA_UNREADABLE', 'VIDEO_UNFIT']);

const naming =
  ({ name }: { name: string }, { maxFiles }: Accepted) =>
  (error: unknown): never => {
    const isNamed = maxFiles > 1 && error instanceof AppError && faultsOfFile.has(error.code);
    throw isNamed ? new AppError(error.code, { message: `${name}: ${error.message}` }) : error;
  };
