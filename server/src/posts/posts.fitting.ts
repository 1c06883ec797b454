import type { Fit } from '@pontual/contract/media-fit.ts';
import type { MediaType } from '@pontual/contract/posts.ts';
import type { NewMedia } from '../media/media.intake.ts';
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
 * The same files, with new ones in the place of pictures that must have another ratio. Always made
 * of the whole picture, so that a choice can be taken back.
 * @throws AppError STORAGE_FULL
 */
export async function fitFiles<F extends FittableFile>(
  media: MediaService,
  type: MediaType,
  fit: readonly (Fit | null)[],
  files: readonly F[],
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
    const made = await media.fit({ sha256, width, height }, wish);
    fitted.push({ ...made, altText: file.altText ?? null });
  }
  return fitted;
}

/** Whether files have the ratios to which their wholes are brought in such a post. */
export function isFitted(type: MediaType, files: readonly FittableFile[]): boolean {
  const wholes = wholeShapesOf(files);
  const ratios = ratiosFor(type, wholes);
  return files.every((file, position) => {
    const whole = wholes[position] ?? file;
    const ratio = ratios[position] ?? whole.width / whole.height;
    // Either side may have been rounded.
    return Math.abs(ratio * file.height - file.width) <= 2 * Math.max(1, ratio);
  });
}

/** A picture is always made of the whole of it. */
const wholeShapesOf = (files: readonly FittableFile[]) =>
  files.map(({ kind, width, height, source }) => ({
    kind,
    width: source?.width ?? width,
    height: source?.height ?? height,
  }));
