import { fileSizeOf, frameOf, type FitMode } from '@pontual/contract/media/image-fit.ts';
import type { InstagramLimits } from '@pontual/contract/shared/instagram-limits.ts';
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
 * Always adapts the original picture, so that the owner can undo a choice. `before`: the previous fit modes.
 * @throws AppError STORAGE_FULL
 */
export async function adaptFiles<F extends AdaptableFile>(
  { media, instagramLimits }: { media: MediaService; instagramLimits: InstagramLimits },
  type: MediaType,
  files: readonly F[],
  { fit, before = [] }: { fit: readonly (FitMode | null)[]; before?: readonly (FitMode | null)[] },
): Promise<(F | (NewMedia & { altText?: string | null }))[]> {
  const ratios = ratiosFor(instagramLimits, type, sourceDimensions(files));
  const adaptedFiles: (F | (NewMedia & { altText?: string | null }))[] = [];
  for (const [position, file] of files.entries()) {
    const { sha256, width, height } = file.source ?? file;
    const choice = fit[position] ?? null;
    const ratio = choice === null ? undefined : ratios[position];
    if (ratio === undefined && file.source === null) {
      adaptedFiles.push(file);
      continue;
    }
    // A picture that was adapted for another type is restored to its original ratio.
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

function isAdaptedTo({ ratio, fit }: FitTarget, { source, width, height }: AdaptableFile): boolean {
  if (source === null) return false;
  const size = fileSizeOf(frameOf(source, ratio, fit), ratio);
  return size.width === width && size.height === height;
}

/** Every adaptation starts from the original picture. */
const sourceDimensions = (files: readonly AdaptableFile[]) =>
  files.map(({ kind, width, height, source }) => ({
    kind,
    width: source?.width ?? width,
    height: source?.height ?? height,
  }));
