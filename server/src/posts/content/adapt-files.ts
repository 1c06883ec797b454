import { fileSizeOf, frameOf, type FitMode } from '@pontual/contract/media/image-fit.ts';
import type { MediaType } from '@pontual/contract/posts/posts.ts';
import type { FitTarget, NewMedia } from '../../media/uploads/ingestion.ts';
import type { SourceImage } from '../../media/media.repository.ts';
import type { FileKind } from '../../media/media.rules.ts';
import type { MediaService } from '../../media/media.service.ts';
import { ratiosFor } from './ratio.rules.ts';

interface AdaptableFile extends SourceImage {
  kind: FileKind;
  source: SourceImage | null;
  altText?: string | null;
}

/**
 * The same files, with new ones in the place of pictures that must have another shape. Always made
 * of the whole picture, so that a choice can be taken back; `before` is what was chosen for them
 * the last time.
 * @throws AppError STORAGE_FULL
 */
export async function adaptFiles<F extends AdaptableFile>(
  media: MediaService,
  type: MediaType,
  files: readonly F[],
  { fit, before = [] }: { fit: readonly (FitMode | null)[]; before?: readonly (FitMode | null)[] },
): Promise<(F | (NewMedia & { altText?: string | null }))[]> {
  const ratios = ratiosFor(type, sourceDimensions(files));
  const adaptedFiles: (F | (NewMedia & { altText?: string | null }))[] = [];
  for (const [position, file] of files.entries()) {
    const { sha256, width, height } = file.source ?? file;
    const choice = fit[position] ?? null;
    const ratio = choice === null ? undefined : ratios[position];
    if (ratio === undefined && file.source === null) {
      adaptedFiles.push(file);
      continue;
    }
    // What was made of a picture for another type gives way to the whole of it.
    const target = { ratio: ratio ?? width / height, fit: choice ?? 'crop' };
    if (target.fit === (before[position] ?? 'crop') && isAdaptedTo(target, file)) {
      adaptedFiles.push(file);
      continue;
    }
    const adapted = await media.fit({ sha256, width, height }, target);
    adaptedFiles.push({ ...adapted, altText: file.altText ?? null });
  }
  return adaptedFiles;
}

/** Whether a file is what comes of its whole picture at a ratio. */
function isAdaptedTo({ ratio, fit }: FitTarget, { source, width, height }: AdaptableFile): boolean {
  if (source === null) return false;
  const size = fileSizeOf(frameOf(source, ratio, fit), ratio);
  return size.width === width && size.height === height;
}

/** A picture is always made of the whole of it. */
const sourceDimensions = (files: readonly AdaptableFile[]) =>
  files.map(({ kind, width, height, source }) => ({
    kind,
    width: source?.width ?? width,
    height: source?.height ?? height,
  }));
