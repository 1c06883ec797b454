import { hasRatio } from '@pontual/contract/media/image-fit.ts';
import { targetRatio } from '@pontual/contract/posts/target-ratio.ts';
import type { MediaType } from '@pontual/contract/posts/posts.ts';
import type { FileKind } from '../../media/media.rules.ts';

interface FileDimensions {
  kind: FileKind;
  width: number;
  height: number;
}

/**
 * The width/height that each file of a post is to be brought to, once its owner has said how;
 * undefined leaves it as it is. Videos keep their shape.
 */
export function ratiosFor(
  type: MediaType,
  files: readonly FileDimensions[],
): (number | undefined)[] {
  const ratio = targetRatio(type, files);
  return files.map((file) =>
    file.kind !== 'image' || ratio === null || hasRatio(file, ratio) ? undefined : ratio,
  );
}
