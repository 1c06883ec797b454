import { fileSizeOf, frameOf, type Fit } from '@pontual/contract/media-fit.ts';
import type { MediaType } from '@pontual/contract/posts.ts';
import type { FitWish, NewMedia } from '../media/media.intake.ts';
import type { WholePicture } from '../media/media.repository.ts';
import type { FileKind } from '../media/media.rules.ts';
import type { MediaService } from '../media/media.service.ts';
import { ratiosFor } from './posts.fit.rules.ts';

interface FittableFile extends WholePicture {
  kind: FileKind;
  source: WholePicture | null;
  altText?: string | null;
}

/**
 * The same files, with new ones in the place of pictures that must have another shape. Always made
 * of the whole picture, so that a choice can be taken back; `before` is what was chosen for them
 * the last time.
 * @throws AppError STORAGE_FULL
 */
export async function fitFiles<F extends FittableFile>(
  media: MediaService,
  type: MediaType,
  files: readonly F[],
  { fit, before = [] }: { fit: readonly (Fit | null)[]; before?: readonly (Fit | null)[] },
): Promise<(F | (NewMedia & { altText?: string | null }))[]> {
  const ratios = ratiosFor(type, wholeShapesOf(files));
  const fitted: (F | (NewMedia & { altText?: string | null }))[] = [];
  for (const [position, file] of files.entries()) {
    const { sha256, width, height } = file.source ?? file;
    const choice = fit[position] ?? null;
    const ratio = choice === null ? undefined : ratios[position];
    if (ratio === undefined && file.source === null) {
      fitted.push(file);
      continue;
    }
    // What was made of a picture for another type gives way to the whole of it.
    const wish = { ratio: ratio ?? width / height, fit: choice ?? 'crop' };
    if (wish.fit === (before[position] ?? 'crop') && isMadeFor(wish, file)) {
      fitted.push(file);
      continue;
    }
    const made = await media.fit({ sha256, width, height }, wish);
    fitted.push({ ...made, altText: file.altText ?? null });
  }
  return fitted;
}

/** Whether a file is what comes of its whole picture at a ratio. */
function isMadeFor({ ratio, fit }: FitWish, { source, width, height }: FittableFile): boolean {
  if (source === null) return false;
  const size = fileSizeOf(frameOf(source, ratio, fit), ratio);
  return size.width === width && size.height === height;
}

/** A picture is always made of the whole of it. */
const wholeShapesOf = (files: readonly FittableFile[]) =>
  files.map(({ kind, width, height, source }) => ({
    kind,
    width: source?.width ?? width,
    height: source?.height ?? height,
  }));
