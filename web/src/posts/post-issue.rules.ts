import { formatTime } from '@pontual/contract/shared/brasilia-time.ts';
import { postPermissions } from '@pontual/contract/posts/post-rules.ts';
import type { Post } from '@pontual/contract/posts/posts.ts';
import { relativeDay } from '../ui/dates/day-text.ts';

export type RecoveryAction =
  | 'connect'
  | 'confirm_account'
  | 'publish_now'
  | 'try_again'
  | 'change_media'
  | 'edit';

const failedStatuses: ReadonlySet<Post['status']> = new Set(['failed', 'error', 'expired']);
export const hasPublishingFailed = ({ status }: Pick<Post, 'status'>) => failedStatuses.has(status);

/** Null when no action helps. */
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

export function canPublishNow(post: Post, connected: boolean): boolean {
  if (!connected || !postPermissions[post.status].publishNow) return false;
  switch (post.errorAction) {
    // Without a new medium, text or confirmation the post would fail again.
    case 'change_media':
    case 'edit':
    case 'confirm_account':
      return false;
    case 'try_again':
      return post.status === 'expired';
    // A failed post does not know whether its account was reconnected.
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
  /** `Previsão: 14:35` */
  forecast: string | null;
  /** In percent, of the video conversion. */
  progress: number | null;
}

export const isAwaitingAccount = (
  { status, errorMessage }: Pick<Post, 'status' | 'errorMessage'>,
  connected: boolean,
): boolean => status === 'scheduled' && errorMessage === null && !connected;

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

/** A post whose due time comes first is published late; the text says so in advance. */
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

/** `cerca de 3 min` */
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
