import { clampedImageRatio, STORY_RATIO } from '@pontual/contract/media.ts';
import type { MediaType } from '@pontual/contract/posts.ts';
import type { FileKind } from '../media/media.rules.ts';

interface Shape {
  kind: FileKind;
  width: number;
  height: number;
}

/**
 * The width/height that each file of a post is to be brought to, once its owner has said how;
 * undefined leaves it as it is. A carousel takes the ratio of its first item, as Instagram does.
 */
export function ratiosFor(type: MediaType, files: readonly Shape[]): (number | undefined)[] {
  const [first] = files;
  if (first === undefined) return [];
  const shared = clampedImageRatio(first.width / first.height);
  return files.map((file) => {
    if (file.kind !== 'image') return undefined;
    const own = file.width / file.height;
    const wanted: Record<MediaType, number> = {
      IMAGE: clampedImageRatio(own),
      CAROUSEL: shared,
      STORIES: STORY_RATIO,
      VIDEO: own,
      REELS: own,
    };
    // One pixel of rounding is no other ratio.
    return Math.abs(wanted[type] * file.height - file.width) <= 1 ? undefined : wanted[type];
  });
}
