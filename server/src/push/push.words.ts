import { createHash } from 'node:crypto';
import { formatTime } from '@pontual/contract/brasilia-time.ts';
import { mediaTypeNames } from '@pontual/contract/post-rules.ts';
import type { PushMessage } from '@pontual/contract/push.ts';
import { excerptOf } from '../notices/post-words.ts';
import type { PushInHand } from './push.messages.repository.ts';

type Told = Pick<
  PushInHand,
  | 'kind'
  | 'post_id'
  | 'caption'
  | 'scheduled_time'
  | 'media_type'
  | 'username'
  | 'message'
  | 'action'
  | 'created_at'
  | 'workspace_id'
>;

/** A lock screen may be read by others: no more of a caption than tells one post from another. */
const EXCERPT_LENGTH = 40;

/** What a device shows: hour in Brasília, cause, account, first words. */
export function pushMessageOf(told: Told): PushMessage {
  const { post_id: postId, message, action } = told;
  return {
    title: titleOf(told),
    body: [told.kind === 'published' ? null : message, postId === null ? null : whichPost(told)]
      .filter((line) => line !== null)
      .join('\n'),
    tag: topicOf(told),
    path:
      postId !== null
        ? `/schedule?post=${postId}`
        : action === 'reconnect'
          ? '/dashboard'
          : '/schedule',
    at: told.created_at.toISOString(),
  };
}

/** The later word about a post, or about an account, takes the place of the former. */
export const topicOf = ({ post_id: postId, workspace_id: workspaceId }: Told): string =>
  createHash('sha256')
    .update(postId ?? workspaceId ?? '')
    .digest('base64url')
    .slice(0, 32);

function titleOf({ kind, post_id: postId, scheduled_time: at }: Told): string {
  if (postId === null) return 'Em risco: sua conta do Instagram';
  const post = at === null ? 'seu post' : `post ${ofHour(at)}`;
  if (kind === 'published') return `Publicado: ${post}`;
  return kind === 'failed' ? `Falhou: ${post}` : `Em risco: ${post}`;
}

/** `das 10:30`, `da 01:15`. */
function ofHour(instant: Date): string {
  const time = formatTime(instant);
  return `${time.startsWith('01') ? 'da' : 'das'} ${time}`;
}

/** `Reels em @atelie.barro: “Três peças”`. */
function whichPost({ media_type: type, username, caption }: Told): string {
  const name = type === null ? 'Post' : mediaTypeNames[type];
  const where = username === null ? name : `${name} em @${username}`;
  const excerpt = excerptOf(caption, EXCERPT_LENGTH);
  return excerpt === undefined ? where : `${where}: “${excerpt}”`;
}
