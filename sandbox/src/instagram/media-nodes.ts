import { countsOf } from './audience.ts';
import { stateOf, statusText, type ContainerState } from './container-state.ts';
import { project, type NodeType } from './fields.ts';
import { graphTimestamp } from './graph-time.ts';
import { mainFileOf, mediaTypeOf, mediaUrl, permalinkOf } from './media-facts.ts';
import type { Comment, Container, Medium, MediumChild } from './media-records.ts';
import type { InstagramWorld } from './world.ts';

/** A container shows its state and nothing else; above all not the id of its medium. */
export function containerNode(world: InstagramWorld, twist?: string): NodeType<Container> {
  const state = (container: Container) =>
    twist === 'stuck' ? 'IN_PROGRESS' : stateOf(world, container);
  return {
    name: 'ContainerNode',
    defaults: ['id'],
    fields: {
      id: ({ id }) => id,
      status_code: state,
      status: (container) => statusText(state(container), container.failure),
      copyright_check_status: (container) => copyrightCheck(container, state(container)),
    },
  };
}

/** Only videos are checked, while they are processed. */
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

/** A published medium as the Graph API shows it. */
export function mediumNode(world: InstagramWorld): NodeType<Medium> {
  const children = childNode(world);
  return {
    name: 'IGMedia',
    defaults: ['id'],
    fields: {
      id: ({ id }) => id,
      caption: ({ wishes }) => wishes.caption,
      alt_text: ({ wishes }) => wishes.alt_text,
      media_type: mediaTypeOf,
      media_product_type: ({ product }) => product,
      media_url: ({ id }) => mediaUrl(world, id),
      thumbnail_url: (medium) =>
        mainFileOf(medium)?.type === 'VIDEO' ? `${mediaUrl(world, medium.id)}/thumbnail` : null,
      permalink: (medium) => permalinkOf(world, medium),
      shortcode: ({ shortcode }) => shortcode,
      timestamp: ({ publishedAt }) => graphTimestamp(publishedAt),
      username: ({ username }) => username,
      owner: ({ accountId }) => ({ id: accountId }),
      like_count: (medium) => countsOf(world, medium).likes,
      comments_count: ({ id }) => world.records.comments.in(id).length,
      is_comment_enabled: ({ commentsEnabled }) => commentsEnabled,
      is_shared_to_feed: ({ wishes, product }) =>
        product === 'REELS' ? (wishes.share_to_feed ?? true) : null,
      children: (medium, nested) =>
        medium.children.length === 0
          ? null
          : { data: medium.children.map((child) => project(children, child, nested)) },
    },
  };
}

/** One item of an album. */
export function childNode(world: InstagramWorld): NodeType<MediumChild> {
  return {
    name: 'IGMedia',
    defaults: ['id'],
    fields: {
      id: ({ id }) => id,
      media_type: ({ file }) => file.type,
      media_url: ({ id }) => mediaUrl(world, id),
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
    replies: () => null,
  },
};
