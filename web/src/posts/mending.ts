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
}

/** What is to be said about a post besides its status. */
export function remarkOf(post: Post, connected: boolean, now: Date): Remark | null {
  const { status, errorMessage } = post;
  const waits = status === 'scheduled' || status === 'pending';
  if (errorMessage !== null) {
    return {
      tone: didNotGoOut(post) ? 'bad' : 'warn',
      text: errorMessage,
      forecast: waits ? forecastOf(post, now) : null,
    };
  }
  if (status !== 'scheduled') return null;
  if (!connected) {
    return { tone: 'warn', text: 'Conta do Instagram não conectada', forecast: null };
  }
  return post.ready ? { tone: 'plain', text: 'pronto para publicar', forecast: null } : null;
}

function forecastOf({ forecastAt }: Post, now: Date): string | null {
  if (forecastAt === null) return null;
  const at = new Date(forecastAt);
  const day = spokenDay(at, now);
  return `Previsão: ${day === 'Hoje' ? '' : `${day.toLowerCase()}, `}${formatTime(at)}`;
}
