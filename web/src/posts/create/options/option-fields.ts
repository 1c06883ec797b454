import type { MediaType, UserTag } from '@pontual/contract/posts.ts';
import type { PickedFile, PlacedTag } from '../form-rules.ts';

type Tagged = Pick<PickedFile, 'kind' | 'tags' | 'altText'>;

/** The types whose pictures say where in them somebody is, and what they show. */
const isPictures = (type: MediaType): boolean => type === 'IMAGE' || type === 'CAROUSEL';

/** The files of a post that people can be tagged in: a carousel's videos take nobody. */
export function taggable<F extends Pick<PickedFile, 'kind'>>(
  files: readonly F[],
  type: MediaType,
): F[] {
  return type === 'CAROUSEL' ? files.filter(({ kind }) => kind === 'image') : files.slice(0, 1);
}

/** The files of a post that Instagram keeps an alternative text of. */
export function describable<F extends Pick<PickedFile, 'kind'>>(
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
