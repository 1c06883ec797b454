import type { LibraryFile } from '@pontual/contract/posts/media-library.ts';
import { hasRatio } from '@pontual/contract/media/image-fit.ts';
import { targetRatio } from '@pontual/contract/posts/target-ratio.ts';
import { suggestMediaType } from '@pontual/contract/posts/post-rules.ts';
import { MAX_CAROUSEL_ITEMS } from '@pontual/contract/posts/posts.ts';
import {
  formatDuration,
  videoLengthFault,
  videoLengthText,
} from '@pontual/contract/posts/video-lengths.ts';
import { ratioText } from '../../posts/ratio-text.ts';

/** The files that are to make one post, in its order. */
export type MediaSelection = readonly LibraryFile[];

export const isFull = (chosen: MediaSelection): boolean => chosen.length >= MAX_CAROUSEL_ITEMS;

/** Counted from 0; -1 where it is not chosen. */
export const findPosition = (chosen: MediaSelection, { _id }: LibraryFile): number =>
  chosen.findIndex((file) => file._id === _id);

/** One less, or one more at the end, as far as a post takes it. */
export function toggleFile(chosen: MediaSelection, file: LibraryFile): MediaSelection {
  if (findPosition(chosen, file) >= 0) return chosen.filter(({ _id }) => _id !== file._id);
  return isFull(chosen) ? chosen : [...chosen, file];
}

/** What is to be known of these files together before they are one post. */
export interface Hint {
  /** Instagram would not take them together. */
  isError: boolean;
  text: string;
}

const listFormat = new Intl.ListFormat('pt-BR', { type: 'conjunction' });

/** Null where they go together as they are. */
export function buildHint(chosen: MediaSelection): Hint | null {
  if (chosen.length < 2) return null;
  const type = suggestMediaType(chosen.map(({ kind }) => kind));
  const invalidVideos = chosen.flatMap(({ kind, durationMs }, index) =>
    kind === 'video' && durationMs !== null && videoLengthFault(type, durationMs) !== undefined
      ? [`o ${index + 1}º tem ${formatDuration(durationMs)}`]
      : [],
  );
  if (invalidVideos.length > 0) {
    const text = `Estes não vão juntos: um carrossel aceita vídeos ${videoLengthText(type)}, e ${listFormat.format(invalidVideos)}.`;
    return { isError: true, text };
  }
  const ratio = targetRatio(type, chosen);
  const isCut = (file: LibraryFile) =>
    file.kind === 'image' && ratio !== null && !hasRatio(file, ratio);
  if (ratio === null || !chosen.some(isCut)) return null;
  const text = `Saem na ordem escolhida, na proporção do primeiro (${ratioText(ratio)}).`;
  return { isError: false, text };
}
