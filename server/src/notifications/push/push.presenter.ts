import { createHash } from 'node:crypto';
import { manualPublishingPath } from '@pontual/contract/shared/paths.ts';
import { mediaTypeNames } from '@pontual/contract/posts/post-rules.ts';
import type { PushMessage } from '@pontual/contract/notifications/push.ts';
import { handlingOf } from '../kinds/workspace-notifications.ts';
import { excerptOf, formatDueTime, inAccount } from '../post-label.presenter.ts';
import type { PushDetails } from './messages.repository.ts';

type PushContent = Omit<PushDetails, 'sealed' | 'status' | 'is_obsolete'> & { created_at: Date };

/** Other people may read a lock screen, so the excerpt only distinguishes posts. */
const EXCERPT_LENGTH = 40;

const MANUAL_PUBLISHING_TEXT = 'Toque para publicar você mesmo: mídia e legenda estão prontas.';

export function buildPushMessage(content: PushContent): PushMessage {
  const { post_id: postId, message } = content;
  return {
    title: titleOf(content),
    body: [
      content.kind === 'published' ? null : message,
      content.manual_publishing ? MANUAL_PUBLISHING_TEXT : null,
      postId === null ? null : describePost(content),
    ]
      .filter((line) => line !== null)
      .join('\n'),
    tag: topicOf(content),
    path: pathOf(content),
    at: content.created_at.toISOString(),
  };
}

function pathOf({
  post_id: postId,
  manual_publishing: isManualPublishing,
  code,
  action,
}: PushContent): string {
  if (postId !== null)
    return isManualPublishing ? manualPublishingPath(postId) : `/schedule?post=${postId}`;
  const { link } = handlingOf(code);
  if (link !== undefined) return link.path;
  return action === 'reconnect' ? '/dashboard' : '/schedule';
}

/** A later message about the same post replaces the earlier one; without a post, see `pushTopic`. */
export const topicOf = ({
  post_id: postId,
  workspace_id: workspaceId,
  code,
}: Pick<PushContent, 'post_id' | 'workspace_id' | 'code'>): string =>
  createHash('sha256')
    .update(postId ?? `${workspaceId ?? ''}${handlingOf(code).pushTopic === 'kind' ? code : ''}`)
    .digest('base64url')
    .slice(0, 32);

function titleOf({
  kind,
  code,
  post_id: postId,
  scheduled_time: at,
  username,
}: PushContent): string {
  const account = username === null ? null : `@${username}`;
  const time = at === null ? null : formatDueTime(at);
  const { title, pushTitle = title, severity } = handlingOf(code);
  if (pushTitle !== undefined) return pushTitle({ time, where: inAccount(username), account });
  if (postId === null) return `Em risco: ${account ?? 'sua conta do Instagram'}`;
  const post = time === null ? 'seu post' : `post ${time}`;
  if (kind === 'published') return `Publicado: ${post}`;
  if (severity === 'unknown') return `Não sabemos se foi publicado: ${post}`;
  if (severity === 'failure') return `Não publicado: ${post}`;
  return kind === 'failed' ? `Falhou: ${post}` : `Em risco: ${post}`;
}

/** `Reels em @atelie.barro: “Três peças”`. */
function describePost({ media_type: type, username, caption }: PushContent): string {
  const name = type === null ? 'Post' : mediaTypeNames[type];
  const where = username === null ? name : `${name} em @${username}`;
  const excerpt = excerptOf(caption, EXCERPT_LENGTH);
  return excerpt === undefined ? where : `${where}: “${excerpt}”`;
}
