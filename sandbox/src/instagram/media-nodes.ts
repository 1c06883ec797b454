import { countsOf } from './audience.ts';
import { stateOf, statusText, type ContainerState } from './container-state.ts';
import { projectFields, type NodeType } from './fields.ts';
import { graphTimestamp } from './graph-time.ts';
import { mainFileOf, mediaTypeOf, mediaUrl, permalinkOf } from './media-facts.ts';
import type { Comment, Container, Medium, MediumChild } from './media-records.ts';
import type { InstagramContext } from './context.ts';

/** The fields of a container: its state only, in particular not the id of its medium. */
export function containerNode(context: InstagramContext, variant?: string): NodeType<Container> {
  const state = (container: Container) =>
    variant === 'stuck' ? 'IN_PROGRESS' : stateOf(context, container);
  return {
    name: 'ContainerNode',
    defaults: ['id'],
    fields: {
      id: ({ id }) => id,
      status_code: state,
      status: (container) => statusText(state(container), container.failure),
      video_status: (container) => videoStatus(context, container, state(container)),
      copyright_check_status: (container) => copyrightCheck(container, state(container)),
    },
  };
}

/** The progress of a resumable upload; other containers have none. */
function videoStatus(
  { files }: InstagramContext,
  { id, upload, file, failure }: Container,
  state: ContainerState,
): Record<string, unknown> | null {
  if (upload === null) return null;
  const received = files.sizeOf(id);
  const isWhole = received === upload.size;
  const processing =
    state === 'ERROR'
      ? 'error'
      : file === null
        ? 'not_started'
        : state === 'IN_PROGRESS'
          ? 'in_progress'
          : 'complete';
  return {
    uploading_phase: {
      status: isWhole ? 'complete' : received === 0 ? 'not_started' : 'in_progress',
      bytes_transferred: received,
      ...(upload.size === null ? {} : { source_file_size: upload.size }),
    },
    processing_phase: {
      status: processing,
      ...(processing === 'error' && failure !== null
        ? { errors: [{ code: Number(failure), message: statusText('ERROR', failure) }] }
        : {}),
    },
  };
}

/** Only videos are checked, during their processing. */
function copyrightCheck(
  { file, videoUrl, hasCopyrightMatch }: Container,
  state: ContainerState,
): { status: string; matches_found: boolean } {
  if (hasCopyrightMatch) return { status: 'completed', matches_found: true };
  if (state === 'IN_PROGRESS' && (videoUrl !== null || file?.type === 'VIDEO')) {
    return { status: 'in_progress', matches_found: false };
  }
  return { status: file?.type === 'VIDEO' ? 'completed' : 'not_started', matches_found: false };
}

export function mediumNode(context: InstagramContext): NodeType<Medium> {
  const children = childNode(context);
  return {
    name: 'IGMedia',
    defaults: ['id'],
    fields: {
      id: ({ id }) => id,
      caption: ({ options }) => options.caption,
      alt_text: ({ options }) => options.alt_text,
      media_type: mediaTypeOf,
      media_product_type: ({ product }) => product,
      media_url: ({ id }) => mediaUrl(context, id),
      thumbnail_url: (medium) =>
        mainFileOf(medium)?.type === 'VIDEO' ? `${mediaUrl(context, medium.id)}/thumbnail` : null,
      permalink: (medium) => permalinkOf(context, medium),
      shortcode: ({ shortcode }) => shortcode,
      timestamp: ({ publishedAt }) => graphTimestamp(publishedAt),
      username: ({ username }) => username,
      owner: ({ accountId }) => ({ id: accountId }),
      like_count: (medium) => countsOf(context, medium).likes,
      comments_count: ({ id }) => context.records.comments.in(id).length,
      is_comment_enabled: ({ areCommentsEnabled }) => areCommentsEnabled,
      is_shared_to_feed: ({ options, product }) =>
        product === 'REELS' ? (options.share_to_feed ?? true) : null,
      children: (medium, nested) =>
        medium.children.length === 0
          ? null
          : { data: medium.children.map((child) => projectFields(children, child, nested)) },
    },
  };
}

export function childNode(context: InstagramContext): NodeType<MediumChild> {
  return {
    name: 'IGMedia',
    defaults: ['id'],
    fields: {
      id: ({ id }) => id,
      media_type: ({ file }) => file.type,
      media_url: ({ id }) => mediaUrl(context, id),
      alt_text: ({ altText }) => altText,
    },
  };
}

export const commentNode: NodeType<Comment> = {
  name: 'IGComment',
  defaults: ['id', 'text', 'timestamp'],
  fields: {
    id: ({ id }) => id,
    text: ({ text }) => text,
    timestamp: ({ createdAt }) => graphTimestamp(createdAt),
    username: ({ username }) => username,
    like_count: () => 0,
    hidden: ({ hidden }) => hidden,
    parent_id: ({ parentId }) => parentId,
    media: ({ mediaId }) => ({ id: mediaId }),
    replies: () => null,
  },
};
