import type { LibraryFile } from '@pontual/contract/posts/media-library.ts';
import { hasRatio } from '@pontual/contract/media/image-fit.ts';
import { targetRatio } from '@pontual/contract/posts/target-ratio.ts';
import { suggestMediaType } from '@pontual/contract/posts/post-rules.ts';
import { MAX_CAROUSEL_ITEMS } from '@pontual/contract/shared/instagram-limits.ts';
import {
  formatDuration,
  videoLengthFault,
  videoLengthText,
} from '@pontual/contract/posts/video-lengths.ts';
import { instagramLimits } from '../../instagram/installed-limits.ts';
import { ratioText } from '../../posts/ratio-text.ts';

export type MediaSelection = readonly LibraryFile[];

export const isFull = (chosen: MediaSelection): boolean => chosen.length >= MAX_CAROUSEL_ITEMS;

/** From 0; -1 if not selected. */
export const findPosition = (chosen: MediaSelection, { _id }: LibraryFile): number =>
  chosen.findIndex((file) => file._id === _id);

export function toggleFile(chosen: MediaSelection, file: LibraryFile): MediaSelection {
  if (findPosition(chosen, file) >= 0) return chosen.filter(({ _id }) => _id !== file._id);
  return isFull(chosen) ? chosen : [...chosen, file];
}

export interface Hint {
  isError: boolean;
  text: string;
}

const listFormat = new Intl.ListFormat('pt-BR', { type: 'conjunction' });

/** Null if the files fit together unchanged. */
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
  const ratio = targetRatio(type, chosen, instagramLimits());
  const isCut = (file: LibraryFile) =>
    file.kind === 'image' && ratio !== null && !hasRatio(file, ratio);
  if (ratio === null || !chosen.some(isCut)) return null;
  const text = `Saem na ordem escolhida, na proporção do primeiro (${ratioText(ratio)}).`;
  return { isError: false, text };
}
