import { join } from 'node:path';
import type { FitMode } from '@pontual/contract/media/image-fit.ts';
import { newId } from '../../platform/ids.ts';
import type { MediaDecoder } from '../decoder/decoder.ts';
import type { ImageFormat, VideoContainer } from '../decoder/tasks.ts';
import { hashFile } from '../hashing/hashing.ts';
import type { StoredMedia, SourceImage } from '../media.repository.ts';
import { AVI_TYPE, type FileKind, type FileType } from '../media.rules.ts';
import { conversionOf, planVideo } from '../conversion/video-plan.ts';
import type { NewObject, Objects } from '../objects.ts';
import type { MediaStorage } from '../storage/storage.ts';

export type NewMedia = StoredMedia & {
  kind: FileKind;
  /** The file came by a resumable upload. */
  isInserted?: true;
};

/** `ratio` is width / height. */
export interface FitTarget {
  ratio: number;
  fit: FitMode;
}

export interface ReceivedFile {
  path: string;
  folder: string;
  type: FileType;
  sha256: string;
  bytes: number;
}

const imageDefaults = {
  contentType: 'image/jpeg',
  coverSha256: null,
  durationMs: null,
  state: 'ready',
  conversion: null,
} as const;

export type MediaIntake = ReturnType<typeof createMediaIntake>;

export function createMediaIntake({
  objects,
  storage,
  decoder,
}: {
  objects: Objects;
  storage: MediaStorage;
  decoder: MediaDecoder;
}) {
  async function storeImage(imagePath: string, thumbnailPath: string) {
    const [image, thumbnail] = [await objectAt(imagePath), await objectAt(thumbnailPath)];
    await objects.store(image, thumbnail);
    const { sha256, bytes } = image;
    return {
      id: newId(),
      kind: 'image' as const,
      ...imageDefaults,
      sha256,
      bytes,
      thumbnailSha256: thumbnail.sha256,
    };
  }

  async function ingestImage(
    { path, folder }: ReceivedFile,
    format: ImageFormat,
  ): Promise<NewMedia> {
    const [image, thumbnail] = [join(folder, 'image'), join(folder, 'thumbnail')];
    const size = await decoder.run('image', { path, format, image, thumbnail });
    return { ...(await storeImage(image, thumbnail)), ...size, source: null };
  }

  /** Stores the original; its conversion makes it acceptable to Instagram. */
  async function ingestVideo(file: ReceivedFile, container: VideoContainer): Promise<NewMedia> {
    const { path, folder, sha256, bytes } = file;
    const pictures = { cover: join(folder, 'cover'), thumbnail: join(folder, 'thumbnail') };
    const facts = await decoder.run('probe', { path, container, pictures });
    const plan = planVideo(facts);
    const [thumbnail, cover] = [await objectAt(pictures.thumbnail), await objectAt(pictures.cover)];
    await objects.store(thumbnail, cover, { sha256, bytes, path });
    return {
      id: newId(),
      kind: 'video',
      contentType: contentTypeOf(container, facts.isQuickTime),
      sha256,
      bytes,
      thumbnailSha256: thumbnail.sha256,
      coverSha256: cover.sha256,
      width: facts.width,
      height: facts.height,
      durationMs: facts.durationMs,
      state: plan.kind === 'keep' ? 'ready' : 'converting',
      conversion: plan.kind === 'keep' ? null : conversionOf(plan),
      source: null,
    };
  }

  return {
    /** @throws AppError MEDIA_UNREADABLE, VIDEO_UNFIT; StorageFullError */
    ingest: (file: ReceivedFile): Promise<NewMedia> =>
      file.type.kind === 'video'
        ? ingestVideo(file, file.type.container)
        : ingestImage(file, file.type.format),

    /** @throws AppError MEDIA_UNREADABLE; StorageFullError */
    async ingestAvatar(path: string, folder: string): Promise<StoredMedia> {
      const image = join(folder, 'image');
      const size = await decoder.run('avatar', { path, image });
      const object = await objectAt(image);
      await objects.store(object);
      const { sha256, bytes } = object;
      return {
        id: newId(),
        kind: 'avatar',
        ...imageDefaults,
        sha256,
        bytes,
        thumbnailSha256: sha256,
        ...size,
        source: null,
      };
    },

    /** @throws AppError MEDIA_UNREADABLE; StorageFullError */
    async fit(source: SourceImage, target: FitTarget, folder: string): Promise<NewMedia> {
      const [image, thumbnail] = [join(folder, 'image'), join(folder, 'thumbnail')];
      await objects.protect(source.sha256);
      const size = await storage.withLocalFile(source.sha256, (path) =>
        decoder.run('fit', { path, ...target, image, thumbnail }),
      );
      if (size === undefined) throw new Error('a picture is not in the storage');
      return { ...(await storeImage(image, thumbnail)), ...size, source };
    },
  };
}

const objectAt = async (path: string): Promise<NewObject> => ({ path, ...(await hashFile(path)) });

function contentTypeOf(container: VideoContainer, isQuickTime: boolean): string {
  if (container === 'avi') return AVI_TYPE;
  return isQuickTime ? 'video/quicktime' : 'video/mp4';
}
