import type { MediaType, UserTag } from '@pontual/contract/posts.ts';
import { fitField, fitsOf } from './fit-rules.ts';
import type { Form, PickedFile, ReelsFields } from './form-rules.ts';
import { fromFields } from './shortcuts.ts';
import type { Aim, EditingStep } from './wizard-state.ts';

/** The multipart fields of a post (specification, section 7), without those that say nothing. */
export function fieldsOf({ form, mediaType }: EditingStep, aim: Aim): Record<string, string> {
  const said = {
    mediaType: mediaType ?? undefined,
    caption: form.caption,
    scheduledTime: fromFields(form.when)?.toISOString(),
    demo: aim === 'draft' ? undefined : String(aim === 'demo'),
    ...(mediaType === null ? {} : typedFields(form, mediaType)),
  };
  return Object.fromEntries(
    Object.entries(said).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

function typedFields(form: Form, type: MediaType): Record<string, string | undefined> {
  const tags = userTagsOf(form.files, type);
  const texts = altTextsOf(form.files, type);
  return {
    ...fitField(fitsOf(form.files, type)),
    ...(type === 'REELS' ? reelsFields(form) : {}),
    // Instagram shows no place on a story.
    locationId: type === 'STORIES' ? undefined : form.place?.id,
    userTags: tags.length === 0 ? undefined : JSON.stringify(tags),
    altText: texts.every((text) => text === '') ? undefined : JSON.stringify(texts),
  };
}

const reelsFields = (reel: ReelsFields): Record<string, string | undefined> => ({
  shareToFeed: String(reel.shareToFeed),
  thumbOffset: reel.thumbOffset === 0 ? undefined : String(reel.thumbOffset),
  audioName: reel.audioName.trim() || undefined,
  collaborators: reel.collaborators.length === 0 ? undefined : JSON.stringify(reel.collaborators),
});

/** Types in whose pictures people have a place; in all others they only have a name. */
const placed: ReadonlySet<MediaType> = new Set(['IMAGE', 'CAROUSEL']);

/** Who is shown, and where; `item` is the place in a carousel, from 0. */
function userTagsOf(files: readonly PickedFile[], type: MediaType): UserTag[] {
  return files.flatMap(({ kind, tags }, item) =>
    tags.map(({ username, x, y }) => ({
      username,
      ...(placed.has(type) && kind === 'image' && x !== undefined && y !== undefined
        ? { x, y }
        : {}),
      ...(type === 'CAROUSEL' ? { item } : {}),
    })),
  );
}

/** By item; of videos, and of types that take none, empty. */
function altTextsOf(files: readonly PickedFile[], type: MediaType): string[] {
  return files.map(({ kind, altText }) =>
    placed.has(type) && kind === 'image' ? altText.trim() : '',
  );
}
