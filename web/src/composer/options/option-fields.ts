import type { MediaType, UserTag } from '@pontual/contract/posts/posts.ts';
import type { PostFile, PositionedTag, PostOptionValues } from '../form.rules.ts';

type TaggedFile = Pick<PostFile, 'kind' | 'tags' | 'altText'>;

/** The types whose pictures say where in them somebody is, and what they show. */
const hasPictureOptions = (type: MediaType): boolean => type === 'IMAGE' || type === 'CAROUSEL';

/** The files of a post that people can be tagged in: a carousel's videos take nobody. */
export function listTaggable<F extends Pick<PostFile, 'kind'>>(
  files: readonly F[],
  type: MediaType,
): F[] {
  return type === 'CAROUSEL' ? files.filter(({ kind }) => kind === 'image') : files.slice(0, 1);
}

/** The files of a post that Instagram keeps an alternative text of. */
export function listDescribable<F extends Pick<PostFile, 'kind'>>(
  files: readonly F[],
  type: MediaType,
): F[] {
  return hasPictureOptions(type) ? files.filter(({ kind }) => kind === 'image') : [];
}

/**
 * The list that goes out as `userTags`: on pictures with their places (0 to 1 from the top left),
 * in a carousel with the item (from 0) too; by name alone on everything else.
 */
export function toUserTags(files: readonly TaggedFile[], type: MediaType): UserTag[] {
  const taggableFiles = listTaggable(files, type);
  return files.flatMap((file, item) =>
    taggableFiles.includes(file)
      ? file.tags.map((tag) => ({
          ...(hasPictureOptions(type) ? toUserTag(tag) : { username: tag.username }),
          ...(type === 'CAROUSEL' ? { item } : {}),
        }))
      : [],
  );
}

const toUserTag = ({ username, x, y }: PositionedTag): UserTag =>
  x === undefined || y === undefined ? { username } : { username, x, y };

/** The list that goes out as `altText`, by item; empty where the type takes none. */
export function toAltTexts(files: readonly TaggedFile[], type: MediaType): string[] {
  if (!hasPictureOptions(type)) return [];
  return files.map(({ kind, altText }) => (kind === 'image' ? altText.trim() : ''));
}

/**
 * The multipart fields, in the contract's names, that say what is set of a post's options. What is
 * not set, or is not for this type, is left out.
 */
export function toOptionFields(form: PostOptionValues, type: MediaType) {
  const { files, location, firstComment } = form;
  const userTags = toUserTags(files, type);
  const altTexts = toAltTexts(files, type);
  return {
    ...(type === 'REELS' ? toReelsFields(form) : {}),
    ...(location === null || type === 'STORIES' ? {} : { locationId: location.id }),
    ...(firstComment.trim() === '' || type === 'STORIES'
      ? {}
      : { firstComment: firstComment.trim() }),
    ...(userTags.length === 0 ? {} : { userTags: JSON.stringify(userTags) }),
    ...(altTexts.every((text) => text === '') ? {} : { altText: JSON.stringify(altTexts) }),
  };
}

function toReelsFields(
  form: Pick<PostOptionValues, 'shareToFeed' | 'thumbOffset' | 'audioName' | 'collaborators'>,
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
