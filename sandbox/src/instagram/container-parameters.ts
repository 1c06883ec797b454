import { GraphError, createParameterError } from './graph-error.ts';
import { requireParam, type Params } from './graph-params.ts';
import {
  checkProductTags,
  readAltText,
  readBoolean,
  readCaption,
  readCollaborators,
  readThumbOffset,
  readUserTags,
  type TagPositionRule,
} from './container-values.ts';
import type { ContainerKind, MediaOptions } from './media-records.ts';
import { readLocation } from './locations.ts';
import type { InstagramContext } from './context.ts';

/** The parameters of each kind of container; the `✓` and `●` of the documentation. */
const PARAMETERS_BY_KIND: Record<ContainerKind, readonly string[]> = {
  image: [
    'media_type',
    'image_url',
    'caption',
    'poll_attachment',
    'is_comment_prompt_used',
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
    'poll_attachment',
    'is_comment_prompt_used',
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
  // The caption of a story is accepted but not shown: the sample of Meta sends it.
  story: [
    'media_type',
    'image_url',
    'video_url',
    'upload_type',
    'caption',
    'user_tags',
    'is_ai_generated',
  ],
  carousel: [
    'media_type',
    'children',
    'caption',
    'poll_attachment',
    'is_comment_prompt_used',
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
  'carousel-video': ['media_type', 'is_carousel_item', 'video_url', 'upload_type', 'product_tags'],
};

/** Every parameter of any kind; the endpoint refuses others. */
export const CONTAINER_PARAMETERS = [...new Set(Object.values(PARAMETERS_BY_KIND).flat())];

const TAG_POSITION_RULES: Partial<Record<ContainerKind, TagPositionRule>> = {
  image: 'required',
  'carousel-image': 'required',
  reel: 'refused',
};

/** @throws GraphError for a parameter that the kind does not accept */
export function kindOf(params: Params): ContainerKind {
  const isItem = readBoolean('is_carousel_item', params['is_carousel_item'] ?? 'false');
  const kind = kindOfType(params['media_type'], isItem);
  const unsupported = Object.keys(params).find(
    (name) => CONTAINER_PARAMETERS.includes(name) && !PARAMETERS_BY_KIND[kind].includes(name),
  );
  // `is_carousel_item=false` has no effect and fits every kind.
  if (unsupported && (unsupported !== 'is_carousel_item' || isItem)) {
    throw createParameterError(`Param ${unsupported} is not allowed for this media type`);
  }
  requireMediaUrls(kind, params);
  return kind;
}

function kindOfType(type: string | undefined, isItem: boolean): ContainerKind {
  switch (type) {
    case undefined:
    case 'IMAGE':
      return isItem ? 'carousel-image' : 'image';
    case 'VIDEO':
      // A standalone VIDEO can be created; only its publication is refused.
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

function requireMediaUrls(kind: ContainerKind, params: Params): void {
  if (kind === 'carousel') requireParam(params, 'children');
  if (kind === 'image' || kind === 'carousel-image') requireParam(params, 'image_url');
  if (params['upload_type'] !== undefined) return requireResumableUpload(params);
  if (kind === 'reel' || kind === 'carousel-video') requireParam(params, 'video_url');
  if (kind === 'story' && !params['image_url'] === !params['video_url']) {
    throw createParameterError('Exactly one of image_url and video_url is required for STORIES');
  }
}

/** The bytes of a resumable upload arrive later, in place of a URL. */
function requireResumableUpload(params: Params): void {
  if (params['upload_type'] !== 'resumable') throw createParameterError('Invalid upload_type');
  const url = ['video_url', 'image_url'].find((name) => name in params);
  if (url) throw createParameterError(`Param ${url} is not allowed with upload_type`);
}

export function readMediaOptions(
  context: InstagramContext,
  kind: ContainerKind,
  params: Params,
): MediaOptions {
  const readOptional = <Value>(name: string, read: (text: string) => Value): Value | null => {
    const text = params[name];
    return text === undefined ? null : read(text);
  };
  const settings = context.settings.current();
  readOptional('product_tags', (text) => checkProductTags(text, 'video_url' in params));
  readOptional('is_ai_generated', (text) => readBoolean('is_ai_generated', text));
  readOptional('is_paid_partnership', (text) => readBoolean('is_paid_partnership', text));
  return {
    caption:
      kind === 'story' ? null : readOptional('caption', (text) => readCaption(text, settings)),
    alt_text: readOptional('alt_text', readAltText),
    location_id: readOptional('location_id', (id) => readLocation(context, id)),
    user_tags:
      readOptional('user_tags', (text) =>
        readUserTags(text, TAG_POSITION_RULES[kind] ?? 'optional'),
      ) ?? [],
    collaborators: readOptional('collaborators', readCollaborators) ?? [],
    share_to_feed: readOptional('share_to_feed', (text) => readBoolean('share_to_feed', text)),
    thumb_offset: readOptional('thumb_offset', readThumbOffset),
    audio_name: readOptional('audio_name', (text) => text),
  };
}
