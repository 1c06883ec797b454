import type { MediaType, UserTag } from '@pontual/contract/posts.ts';
import type { Medium, PlacedTag, SaidOfPost } from '../form-rules.ts';

type Tagged = Pick<Medium, 'kind' | 'tags' | 'altText'>;

/** The types whose pictures say where in them somebody is, and what they show. */
const isPictures = (type: MediaType): boolean => type === 'IMAGE' || type === 'CAROUSEL';

/** The files of a post that people can be tagged in: a carousel's videos take nobody. */
export function taggable<F extends Pick<Medium, 'kind'>>(
  files: readonly F[],
  type: MediaType,
): F[] {
  return type === 'CAROUSEL' ? files.filter(({ kind }) => kind === 'image') : files.slice(0, 1);
}

/** The files of a post that Instagram keeps an alternative text of. */
export function describable<F extends Pick<Medium, 'kind'>>(
  files: readonly F[],
  type: MediaType,
): F[] {
  return isPictures(type) ? files.filter(({ kind }) => kind === 'image') : [];
}

/**
 * The list that goes out as `userTags`: on pictures with their places (0 to 1 from the top left),
 * in a carousel with the item (from 0) too; by name alone on everything else.
 */
export function userTagsOf(files: readonly Tagged[], type: MediaType): UserTag[] {
  const able = taggable(files, type);
  return files.flatMap((file, item) =>
    able.includes(file)
      ? file.tags.map((tag) => ({
          ...(isPictures(type) ? placed(tag) : { username: tag.username }),
          ...(type === 'CAROUSEL' ? { item } : {}),
        }))
      : [],
  );
}

const placed = ({ username, x, y }: PlacedTag): UserTag =>
  x === undefined || y === undefined ? { username } : { username, x, y };

/** The list that goes out as `altText`, by item; empty where the type takes none. */
export function altTextsOf(files: readonly Tagged[], type: MediaType): string[] {
  if (!isPictures(type)) return [];
  return files.map(({ kind, altText }) => (kind === 'image' ? altText.trim() : ''));
}

/**
 * The multipart fields, in the contract's names, that say what is set of a post's options. What is
 * not set, or is not for this type, is left out.
 */
export function optionFields(form: SaidOfPost, type: MediaType) {
  const { files, place, firstComment } = form;
  const userTags = userTagsOf(files, type);
  const altTexts = altTextsOf(files, type);
  return {
    ...(type === 'REELS' ? reelsFields(form) : {}),
    ...(place === null || type === 'STORIES' ? {} : { locationId: place.id }),
    ...(firstComment.trim() === '' || type === 'STORIES'
      ? {}
      : { firstComment: firstComment.trim() }),
    ...(userTags.length === 0 ? {} : { userTags: JSON.stringify(userTags) }),
    ...(altTexts.every((text) => text === '') ? {} : { altText: JSON.stringify(altTexts) }),
  };
}

function reelsFields(
  form: Pick<SaidOfPost, 'shareToFeed' | 'thumbOffset' | 'audioName' | 'collaborators'>,
) {
  const { shareToFeed, thumbOffset, audioName, collaborators } = form;
  const audio = audioName.trim();
  return {
    shareToFeed: String(shareToFeed),
    ...(thumbOffset === 0 ? {} : { thumbOffset: String(Math.round(thumbOffset)) }),
    ...(audio === '' ? {} : { audioName: audio }),
    ...(collaborators.length === 0 ? {} : { collaborators: JSON.stringify(collaborators) }),
  };
}
