import { dayKey, formatTime, formatWeekday, startOfDay } from '@pontual/contract/brasilia-time.ts';
import { mediaTypeNames } from '@pontual/contract/post-rules.ts';
import type { Post } from '@pontual/contract/posts.ts';
import { inAccount } from '../../instagram/account-names.ts';
import { readNow } from '../now.ts';
import type { DayKey } from './month-grid.ts';
import { dateInWords, plannedAt } from './timeline-groups.ts';

/** A day by its name: `sexta, 12 de junho`. */
function dayInWords(day: DayKey): string {
  return `${formatWeekday(startOfDay(day))}, ${dateInWords(day, readNow())}`;
}

/** The same as a title: `Sexta, 12 de junho`. */
export function dayTitle(day: DayKey): string {
  const words = dayInWords(day);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A moment by its day and hour: `sexta, 12 de junho, 18:00`. */
export function momentInWords(instant: Date): string {
  return `${dayInWords(dayKey(instant))}, ${formatTime(instant)}`;
}

/** Said of a post that was not moved. */
export const stayed = (at: Date): string => `O post continua em ${momentInWords(at)}.`;

/** Characters of a caption that the name of a button takes. */
const NAMED = 60;

/**
 * Tells a post from the others of its day: `18:00 Reels, Caneca dupla`; of several accounts by its own as
 * well: `18:00 Reels em @cafe.serra, Caneca dupla`.
 */
export function postName(post: Post, account: string | undefined): string {
  const at = plannedAt(post);
  const hour = at === null ? '' : `${formatTime(at)} `;
  const caption = post.caption.trim().slice(0, NAMED);
  return `${hour}${mediaTypeNames[post.mediaType]}${inAccount(account)}, ${caption === '' ? 'sem legenda' : caption}`;
}
