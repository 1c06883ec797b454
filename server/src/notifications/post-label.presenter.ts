import {
  formatDayMonth,
  formatTime,
  formatWeekday,
} from '@pontual/contract/shared/brasilia-time.ts';
import { mediaTypeNames } from '@pontual/contract/posts/post-rules.ts';
import type { MediaType } from '@pontual/contract/posts/posts.ts';

const EXCERPT_LENGTH = 80;

interface LabelledPost {
  media_type: MediaType | null;
  scheduled_time: Date | null;
  username?: string | null;
}

/** `Reels em @atelie.barro, terça, 9 de junho, 10:30` */
export function postName({ media_type: type, scheduled_time: at, username }: LabelledPost): string {
  const name = `${type === null ? 'Post' : mediaTypeNames[type]}${inAccount(username)}`;
  return at === null ? `${name}, sem horário` : `${name}, ${dayAndTime(at)}`;
}

export const inAccount = (username: string | null | undefined): string =>
  username == null ? '' : ` em @${username}`;

/** `terça, 9 de junho, 10:30` */
export const dayAndTime = (at: Date): string =>
  `${formatWeekday(at)}, ${formatDayMonth(at)}, ${formatTime(at)}`;

/** `das 10:30`, `da 01:15`. */
export function formatDueTime(instant: Date): string {
  const time = formatTime(instant);
  return `${time.startsWith('01') ? 'da' : 'das'} ${time}`;
}

/** On one line; undefined for an empty caption. */
export function excerptOf(caption: string | null, length = EXCERPT_LENGTH): string | undefined {
  const characters = Array.from((caption ?? '').replaceAll(/\s+/g, ' ').trim());
  if (characters.length === 0) return undefined;
  if (characters.length <= length) return characters.join('');
  return `${characters
    .slice(0, length - 1)
    .join('')
    .trimEnd()}…`;
}
