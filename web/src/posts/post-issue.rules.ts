import { formatTime } from '@pontual/contract/shared/brasilia-time.ts';
import { postPermissions } from '@pontual/contract/posts/post-rules.ts';
import type { Post } from '@pontual/contract/posts/posts.ts';
import { relativeDay } from '../ui/dates/day-text.ts';

/** The recovery actions that the owner of a post can start. */
export type RecoveryAction =
  | 'connect'
  | 'confirm_account'
  | 'publish_now'
  | 'try_again'
  | 'change_media'
  | 'edit';

const failedStatuses: ReadonlySet<Post['status']> = new Set(['failed', 'error', 'expired']);
export const hasPublishingFailed = ({ status }: Pick<Post, 'status'>) => failedStatuses.has(status);

/** Returns the recovery action of a post; null when no action helps. */
export function getRecoveryAction(post: Post, connected: boolean): RecoveryAction | null {
  const { status, errorAction } = post;
  const canRetry = connected && postPermissions[status].publishNow;
  switch (errorAction) {
    case 'reconnect':
      // The post expired without an account, and one is connected now.
      return status === 'expired' && connected ? 'publish_now' : 'connect';
    case 'confirm_account':
      return connected ? 'confirm_account' : 'connect';
    case 'try_again':
      if (!canRetry) return null;
      return status === 'expired' ? 'publish_now' : 'try_again';
    case 'wait':
    case null:
      return canRetry && status === 'expired' ? 'publish_now' : null;
    case 'change_media':
    case 'edit':
      return postPermissions[status].edit ? errorAction : null;
  }
}

/** Returns whether the details offer to publish now, besides the recovery action. */
export function canPublishNow(post: Post, connected: boolean): boolean {
  if (!connected || !postPermissions[post.status].publishNow) return false;
  switch (post.errorAction) {
    // A new medium, a new text or a confirmation is required: without it the post would fail again.
    case 'change_media':
    case 'edit':
    case 'confirm_account':
      return false;
    case 'try_again':
      return post.status === 'expired';
    // A failed post does not know whether its account was reconnected meanwhile.
    case 'reconnect':
      return hasPublishingFailed(post);
    case 'wait':
    case null:
      return true;
  }
}

export interface PostIssueLine {
  tone: 'bad' | 'warn' | 'plain';
  text: string;
  /** When a delayed post is expected to continue: `Previsão: 14:35`. */
  forecast: string | null;
  /** The progress of the video conversion, in percent. */
  progress: number | null;
}

/** Returns whether a post waits for an account to be connected. */
export const isAwaitingAccount = (
  { status, errorMessage }: Pick<Post, 'status' | 'errorMessage'>,
  connected: boolean,
): boolean => status === 'scheduled' && errorMessage === null && !connected;

/** Returns the issue to show for a post besides its status; null without one. */
export function getPostIssue(post: Post, connected: boolean, now: Date): PostIssueLine | null {
  const { status, errorMessage } = post;
  const isUpcoming = status === 'scheduled' || status === 'pending';
  const conversion = isUpcoming || status === 'draft' ? getConversion(post) : null;
  if (errorMessage !== null) {
    const delayingConversion = post.errorAction === 'wait' ? conversion : null;
    const remaining = delayingConversion && remainingTimeText(delayingConversion);
    return {
      tone: hasPublishingFailed(post) ? 'bad' : 'warn',
      text: errorMessage,
      forecast: isUpcoming
        ? (forecastText(post, now) ?? (remaining && `Pronto em ${remaining}`))
        : null,
      progress: delayingConversion?.progress ?? null,
    };
  }
  if (isAwaitingAccount(post, connected)) {
    return textIssue('warn', 'Conta do Instagram não conectada');
  }
  if (conversion !== null) return conversionIssue(post, conversion, now);
  return status === 'scheduled' && post.ready ? textIssue('plain', 'pronto para publicar') : null;
}

const textIssue = (tone: PostIssueLine['tone'], text: string): PostIssueLine => ({
  tone,
  text,
  forecast: null,
  progress: null,
});

/** The conversion of a post that is furthest from its end. */
interface Conversion {
  videos: number;
  progress: number;
  readyInMs: number | null;
}

function getConversion({ mediaItems }: Post): Conversion | null {
  const converting = mediaItems.filter(({ state }) => state === 'converting');
  if (converting.length === 0) return null;
  const known = converting.flatMap(({ readyInMs }) => readyInMs ?? []);
  return {
    videos: converting.length,
    progress: Math.min(...converting.map(({ progress }) => progress ?? 0)),
    readyInMs: known.length === converting.length ? Math.max(...known) : null,
  };
}

/** A post whose due time comes first is published late, and the text says so in advance. */
function conversionIssue(post: Post, conversion: Conversion, now: Date): PostIssueLine {
  const { videos, progress, readyInMs } = conversion;
  const remaining = remainingTimeText(conversion);
  const isLate =
    post.status !== 'draft' &&
    post.scheduledTime !== null &&
    new Date(post.scheduledTime).getTime() < now.getTime() + (readyInMs ?? 0);
  return {
    tone: isLate ? 'warn' : 'plain',
    text: videos === 1 ? 'Convertendo o vídeo' : `Convertendo ${videos} vídeos`,
    forecast: remaining && `${isLate ? 'Sai assim que ficar pronto,' : 'Pronto'} em ${remaining}`,
    progress,
  };
}

/** Returns the remaining time of a conversion: `cerca de 3 min`. */
function remainingTimeText({ readyInMs }: Conversion): string | null {
  if (readyInMs === null) return null;
  const minutes = Math.max(1, Math.round(readyInMs / 60_000));
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  const parts = [hours > 0 ? `${hours} h` : '', rest > 0 ? `${rest} min` : ''];
  return `cerca de ${parts.filter((part) => part !== '').join(' ')}`;
}

function forecastText({ forecastAt }: Post, now: Date): string | null {
  if (forecastAt === null) return null;
  const at = new Date(forecastAt);
  const day = relativeDay(at, now);
  return `Previsão: ${day === 'Hoje' ? '' : `${day.toLowerCase()}, `}${formatTime(at)}`;
}
