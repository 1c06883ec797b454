import { GraphError, parameterError } from './graph-error.ts';
import { requireParam, type Params } from './graph-params.ts';
import {
  checkProductTags,
  readAltText,
  readBoolean,
  readCaption,
  readCollaborators,
  readThumbOffset,
  readUserTags,
  type TagPlacing,
} from './container-values.ts';
import type { ContainerKind, MediaWishes } from './media-records.ts';
import { readLocation } from './places.ts';
import type { InstagramWorld } from './world.ts';

/** Which parameters each kind of container takes; the `✓` and `●` of the documentation. */
const TAKES: Record<ContainerKind, readonly string[]> = {
  image: [
    'media_type',
    'image_url',
    'caption',
    'alt_text',
    'location_id',
    'user_tags',
    'collaborators',
    'product_tags',
    'is_ai_generated',
    'is_paid_partnership',
    'branded_content_sponsor_ids',
  ],
  reel: [
    'media_type',
    'video_url',
    'upload_type',
    'caption',
    'location_id',
    'user_tags',
    'collaborators',
    'product_tags',
    'share_to_feed',
    'thumb_offset',
    'cover_url',
    'audio_name',
    'trial_params',
    'audio_configuration',
    'is_ai_generated',
    'is_paid_partnership',
    'branded_content_sponsor_ids',
  ],
  // A caption on a story is tolerated and not shown: Meta's own sample sends it.
  story: ['media_type', 'image_url', 'video_url', 'caption', 'user_tags', 'is_ai_generated'],
  carousel: [
    'media_type',
    'children',
    'caption',
    'location_id',
    'collaborators',
    'is_ai_generated',
    'is_paid_partnership',
    'branded_content_sponsor_ids',
  ],
  'carousel-image': [
    'media_type',
    'is_carousel_item',
    'image_url',
    'alt_text',
    'user_tags',
    'product_tags',
  ],
  'carousel-video': ['media_type', 'is_carousel_item', 'video_url', 'product_tags'],
};

/** Every parameter of any kind; others are unknown. */
export const CONTAINER_PARAMETERS = [...new Set(Object.values(TAKES).flat())];

const TAGS: Partial<Record<ContainerKind, TagPlacing>> = {
  image: 'required',
  'carousel-image': 'required',
  reel: 'refused',
};

/** The kind of container that is asked for; every parameter must fit that kind. */
export function kindOf(params: Params): ContainerKind {
  const item = readBoolean('is_carousel_item', params['is_carousel_item'] ?? 'false');
  const kind = kindOfType(params['media_type'], item);
  const misfit = Object.keys(params).find(
    (name) => CONTAINER_PARAMETERS.includes(name) && !TAKES[kind].includes(name),
  );
  // `is_carousel_item=false` says nothing and fits every kind.
  if (misfit && (misfit !== 'is_carousel_item' || item)) {
    throw parameterError(`Param ${misfit} is not allowed for this media type`);
  }
  refuseWrongAddresses(kind, params);
  return kind;
}

function kindOfType(type: string | undefined, item: boolean): ContainerKind {
  switch (type) {
    case undefined:
    case 'IMAGE':
      return item ? 'carousel-image' : 'image';
    case 'VIDEO':
      // A standalone VIDEO can be created, and is only refused when it is published.
      return 'carousel-video';
    case 'REELS':
      return 'reel';
    case 'STORIES':
      return 'story';
    case 'CAROUSEL':
      return 'carousel';
    default:
      throw new GraphError('100/2207023', { 'media-type': type });
  }
}

function refuseWrongAddresses(kind: ContainerKind, params: Params): void {
  if (kind === 'carousel') requireParam(params, 'children');
  if (kind === 'image' || kind === 'carousel-image') requireParam(params, 'image_url');
  if (params['upload_type'] !== undefined) refuseWrongUpload(params);
  else if (kind === 'reel' || kind === 'carousel-video') requireParam(params, 'video_url');
  if (kind === 'story' && !params['image_url'] === !params['video_url']) {
    throw parameterError('Exactly one of image_url and video_url is required for STORIES');
  }
}

/** The bytes of a resumable upload come later, in the place of an address. */
function refuseWrongUpload(params: Params): void {
  if (params['upload_type'] !== 'resumable') throw parameterError('Invalid upload_type');
  if ('video_url' in params)
    throw parameterError('Param video_url is not allowed with upload_type');
}

/** Reads and checks everything that is wished for the post besides its files. */
export function readWishes(
  world: InstagramWorld,
  kind: ContainerKind,
  params: Params,
): MediaWishes {
  const given = <Value>(name: string, read: (text: string) => Value): Value | null => {
    const text = params[name];
    return text === undefined ? null : read(text);
  };
  given('product_tags', (text) => checkProductTags(text, 'video_url' in params));
  given('is_ai_generated', (text) => readBoolean('is_ai_generated', text));
  given('is_paid_partnership', (text) => readBoolean('is_paid_partnership', text));
  return {
    caption: kind === 'story' ? null : given('caption', readCaption),
    alt_text: given('alt_text', readAltText),
    location_id: given('location_id', (id) => readLocation(world, id)),
    user_tags: given('user_tags', (text) => readUserTags(text, TAGS[kind] ?? 'optional')) ?? [],
    collaborators: given('collaborators', readCollaborators) ?? [],
    share_to_feed: given('share_to_feed', (text) => readBoolean('share_to_feed', text)),
    thumb_offset: given('thumb_offset', readThumbOffset),
    audio_name: given('audio_name', (text) => text),
  };
}
