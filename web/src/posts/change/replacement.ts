import { browserErrors } from '@pontual/contract/shared/errors-browser.ts';
import { mediaTypesFor, type MediaTypeOption } from '@pontual/contract/posts/post-rules.ts';
import {
  MAX_CAROUSEL_ITEMS,
  MIN_CAROUSEL_ITEMS,
} from '@pontual/contract/shared/instagram-limits.ts';
import type { MediaType } from '@pontual/contract/posts/posts.ts';
import type { FormFile, PickedFile } from '../../composer/form.rules.ts';

export function acceptForReplacement(options: readonly MediaTypeOption[], type: MediaType): string {
  return options.find(({ value }) => value === type)?.accepts ?? '';
}

/** The type of the post stays; null when the files are accepted. */
export function replacementError(
  files: readonly Pick<PickedFile, 'kind'>[],
  type: MediaType,
): string | null {
  if (files.length === 0) return browserErrors.FILE_REQUIRED.message;
  if (type === 'CAROUSEL') {
    const fits = files.length >= MIN_CAROUSEL_ITEMS && files.length <= MAX_CAROUSEL_ITEMS;
    return fits ? null : browserErrors.CAROUSEL_SIZE.message;
  }
  if (files.length > 1) return browserErrors.TOO_MANY_FILES.message;
  return mediaTypesFor(files.map(({ kind }) => kind)).includes(type) ? null : wrongKindText(type);
}

const wrongKindText = (type: MediaType) =>
  type === 'IMAGE'
    ? 'Este post é de imagem. Escolha uma foto.'
    : 'Este post é de vídeo. Escolha um vídeo.';

export type MediumDetails = Partial<Pick<FormFile, 'altText' | 'tags'>>;

export const withMediumDetails = <F extends FormFile>(
  files: readonly F[],
  url: string,
  details: MediumDetails,
): F[] => files.map((file) => (file.url === url ? { ...file, ...details } : file));
