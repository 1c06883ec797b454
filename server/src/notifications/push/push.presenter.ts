import { createHash } from 'node:crypto';
import { formatTime } from '@pontual/contract/shared/brasilia-time.ts';
import { manualPublishingPath } from '@pontual/contract/shared/paths.ts';
import { mediaTypeNames } from '@pontual/contract/posts/post-rules.ts';
import type { PushMessage } from '@pontual/contract/notifications/push.ts';
import {
  APPROVAL_REQUESTED,
  isUnknownOutcome,
  returnedToDraftCodes,
} from '../notifications.rules.ts';
import { excerptOf } from '../post-label.presenter.ts';
import { SERIES_STALLED } from '@pontual/contract/posts/issue-codes.ts';
import type { PushDetails } from './messages.repository.ts';

type PushContent = Omit<PushDetails, 'sealed' | 'status' | 'is_obsolete'> & { created_at: Date };

/** Other people may read a lock screen, so the excerpt only distinguishes posts. */
const EXCERPT_LENGTH = 40;

const returnedToDraft: ReadonlySet<string> = new Set(returnedToDraftCodes);

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
  if (code === SERIES_STALLED) return '/queue';
  return action === 'reconnect' ? '/dashboard' : '/schedule';
}

/** A later message about the same post, account or series replaces the earlier one. */
export const topicOf = ({
  post_id: postId,
  workspace_id: workspaceId,
  code,
}: Pick<PushContent, 'post_id' | 'workspace_id' | 'code'>): string =>
  createHash('sha256')
    .update(postId ?? `${workspaceId ?? ''}${code === SERIES_STALLED ? code : ''}`)
    .digest('base64url')
    .slice(0, 32);

function titleOf({
  kind,
  code,
  post_id: postId,
  scheduled_time: at,
  username,
}: PushContent): string {
  if (code === SERIES_STALLED) return 'Um post que se repete parou';
  if (postId === null) {
    return `Em risco: ${username === null ? 'sua conta do Instagram' : `@${username}`}`;
  }
  const isApprovalRequest = code === APPROVAL_REQUESTED;
  const post =
    at === null ? (isApprovalRequest ? 'um post' : 'seu post') : `post ${formatDueTime(at)}`;
  if (isApprovalRequest) return `Espera a sua aprovação: ${post}`;
  if (kind === 'published') return `Publicado: ${post}`;
  if (isUnknownOutcome(code)) return `Não sabemos se foi publicado: ${post}`;
  if (returnedToDraft.has(code ?? '')) return `Não publicado: ${post}`;
  return kind === 'failed' ? `Falhou: ${post}` : `Em risco: ${post}`;
}

function formatDueTime(instant: Date): string {
  const time = formatTime(instant);
  return `${time.startsWith('01') ? 'da' : 'das'} ${time}`;
}

/** `Reels em @atelie.barro: “Três peças”`. */
function describePost({ media_type: type, username, caption }: PushContent): string {
  const name = type === null ? 'Post' : mediaTypeNames[type];
  const where = username === null ? name : `${name} em @${username}`;
  const excerpt = excerptOf(caption, EXCERPT_LENGTH);
  return excerpt === undefined ? where : `${where}: “${excerpt}”`;
}
