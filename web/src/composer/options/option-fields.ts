import type { MediaType, UserTag } from '@pontual/contract/posts/posts.ts';
import type { FormFile, PositionedTag, PostOptionValues } from '../form.rules.ts';

type TaggedFile = Pick<FormFile, 'kind' | 'tags' | 'altText'>;

const hasPictureOptions = (type: MediaType): boolean => type === 'IMAGE' || type === 'CAROUSEL';

/** Videos of a carousel take no user tags. */
export function listTaggable<F extends Pick<FormFile, 'kind'>>(
  files: readonly F[],
  type: MediaType,
): F[] {
  return type === 'CAROUSEL' ? files.filter(({ kind }) => kind === 'image') : files.slice(0, 1);
}

export function listDescribable<F extends Pick<FormFile, 'kind'>>(
  files: readonly F[],
  type: MediaType,
): F[] {
  return hasPictureOptions(type) ? files.filter(({ kind }) => kind === 'image') : [];
}

/** Photos have positions, a carousel also the item index (from 0); other types only the username. */
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

/** By item; empty if the type takes none. */
export function toAltTexts(files: readonly TaggedFile[], type: MediaType): string[] {
  if (!hasPictureOptions(type)) return [];
  return files.map(({ kind, altText }) => (kind === 'image' ? altText.trim() : ''));
}

/** Leaves out options that are unset or do not apply to this type. */
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
