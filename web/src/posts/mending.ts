import { formatTime } from '@pontual/contract/brasilia-time.ts';
import { postCan } from '@pontual/contract/post-rules.ts';
import type { Post } from '@pontual/contract/posts.ts';
import { spokenDay } from './schedule/timeline-groups.ts';

/** What the owner of a post can press to mend it. */
export type Mend =
  | 'connect'
  | 'confirm_account'
  | 'publish_now'
  | 'try_again'
  | 'change_media'
  | 'edit';

/** Posts whose hour is over and that did not go out. */
const ended: ReadonlySet<Post['status']> = new Set(['failed', 'error', 'expired']);
export const didNotGoOut = ({ status }: Pick<Post, 'status'>) => ended.has(status);

/** The one button beside a post's reason, if pressing something helps. */
export function mendOf(post: Post, connected: boolean): Mend | null {
  const { status, errorAction } = post;
  const again = connected && postCan[status].publishNow;
  switch (errorAction) {
    case 'reconnect':
      // It expired for want of an account, and there is one now.
      return status === 'expired' && connected ? 'publish_now' : 'connect';
    case 'confirm_account':
      return connected ? 'confirm_account' : 'connect';
    case 'try_again':
      if (!again) return null;
      return status === 'expired' ? 'publish_now' : 'try_again';
    case 'wait':
    case null:
      return again && status === 'expired' ? 'publish_now' : null;
    case 'change_media':
    case 'edit':
      return postCan[status].edit ? errorAction : null;
  }
}

/** Whether the details offer to publish at once, beside what mends the post. */
export function mayPublishNow(post: Post, connected: boolean): boolean {
  if (!connected || !postCan[post.status].publishNow) return false;
  switch (post.errorAction) {
    // A new medium or text is asked for, or an answer: without it the same would happen again.
    case 'change_media':
    case 'edit':
    case 'confirm_account':
      return false;
    // Its own button tries again.
    case 'try_again':
      return post.status === 'expired';
    // A failed post does not know whether its account was connected again meanwhile.
    case 'reconnect':
      return didNotGoOut(post);
    case 'wait':
    case null:
      return true;
  }
}

export interface Remark {
  tone: 'bad' | 'warn' | 'plain';
  text: string;
  /** When a post that waits is expected to go on: `Previsão: 14:35`. */
  forecast: string | null;
  /** Of the conversion of its videos, in percent. */
  progress: number | null;
}

/** A post that is kept for an account, and there is none yet. */
export const waitsForAccount = (
  { status, errorMessage }: Pick<Post, 'status' | 'errorMessage'>,
  connected: boolean,
): boolean => status === 'scheduled' && errorMessage === null && !connected;

/** What is to be said about a post besides its status. */
export function remarkOf(post: Post, connected: boolean, now: Date): Remark | null {
  const { status, errorMessage } = post;
  const waits = status === 'scheduled' || status === 'pending';
  const conversion = waits || status === 'draft' ? conversionOf(post) : null;
  if (errorMessage !== null) {
    const waited = post.errorAction === 'wait' ? conversion : null;
    const left = waited && leftText(waited);
    return {
      tone: didNotGoOut(post) ? 'bad' : 'warn',
      text: errorMessage,
      forecast: waits ? (forecastOf(post, now) ?? (left && `Pronto em ${left}`)) : null,
      progress: waited?.progress ?? null,
    };
  }
  if (waitsForAccount(post, connected)) {
    return said('warn', 'Conta do Instagram não conectada');
  }
  if (conversion !== null) return conversionRemark(post, conversion, now);
  return status === 'scheduled' && post.ready ? said('plain', 'pronto para publicar') : null;
}

const said = (tone: Remark['tone'], text: string): Remark => ({
  tone,
  text,
  forecast: null,
  progress: null,
});

/** Of all that is converted of a post, that which is furthest from its end. */
interface Conversion {
  videos: number;
  progress: number;
  readyInMs: number | null;
}

function conversionOf({ mediaItems }: Post): Conversion | null {
  const converting = mediaItems.filter(({ state }) => state === 'converting');
  if (converting.length === 0) return null;
  const known = converting.flatMap(({ readyInMs }) => readyInMs ?? []);
  return {
    videos: converting.length,
    progress: Math.min(...converting.map(({ progress }) => progress ?? 0)),
    readyInMs: known.length === converting.length ? Math.max(...known) : null,
  };
}

/** A post whose hour comes first is not lost: it goes out late, and that is said before. */
function conversionRemark(post: Post, conversion: Conversion, now: Date): Remark {
  const { videos, progress, readyInMs } = conversion;
  const left = leftText(conversion);
  const isLate =
    post.status !== 'draft' &&
    post.scheduledTime !== null &&
    new Date(post.scheduledTime).getTime() < now.getTime() + (readyInMs ?? 0);
  return {
    tone: isLate ? 'warn' : 'plain',
    text: videos === 1 ? 'Convertendo o vídeo' : `Convertendo ${videos} vídeos`,
    forecast: left && `${isLate ? 'Sai assim que ficar pronto,' : 'Pronto'} em ${left}`,
    progress,
  };
}

/** `cerca de 3 min`. */
function leftText({ readyInMs }: Conversion): string | null {
  if (readyInMs === null) return null;
  const minutes = Math.max(1, Math.round(readyInMs / 60_000));
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  const parts = [hours > 0 ? `${hours} h` : '', rest > 0 ? `${rest} min` : ''];
  return `cerca de ${parts.filter((part) => part !== '').join(' ')}`;
}

function forecastOf({ forecastAt }: Post, now: Date): string | null {
  if (forecastAt === null) return null;
  const at = new Date(forecastAt);
  const day = spokenDay(at, now);
  return `Previsão: ${day === 'Hoje' ? '' : `${day.toLowerCase()}, `}${formatTime(at)}`;
}
