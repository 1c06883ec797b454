import { hasRatio } from '@pontual/contract/media/image-fit.ts';
import type { InstagramLimits } from '@pontual/contract/shared/instagram-limits.ts';
import { targetRatio } from '@pontual/contract/posts/target-ratio.ts';
import type { MediaType } from '@pontual/contract/posts/posts.ts';
import type { FileKind } from '../../media/media.rules.ts';

interface FileDimensions {
  kind: FileKind;
  width: number;
  height: number;
}

/** Width / height per file; undefined leaves the file unchanged. Videos keep their ratio. */
export function ratiosFor(
  limits: InstagramLimits,
  type: MediaType,
  files: readonly FileDimensions[],
): (number | undefined)[] {
  const ratio = targetRatio(type, files, limits);
  return files.map((file) =>
    file.kind !== 'image' || ratio === null || hasRatio(file, ratio) ? undefined : ratio,
  );
}
