import {
  dayKey,
  formatTime,
  formatWeekday,
  startOfDay,
} from '@pontual/contract/shared/brasilia-time.ts';
import type { Post } from '@pontual/contract/posts/posts.ts';
import { formatInAccount } from '../instagram/instagram-account-names.ts';
import { readNow } from '../posts/now.ts';
import type { DayKey } from '../ui/dates/month-grid.ts';
import { dateText } from '../ui/dates/day-text.ts';
import { getDueAt } from '../posts/due-at.ts';
import { mediaTypeText } from '../posts/media-type-text.ts';

function longDayText(day: DayKey): string {
  return `${formatWeekday(startOfDay(day))}, ${dateText(day, readNow())}`;
}

/** `Sexta, 12 de junho` */
export function dayTitle(day: DayKey): string {
  const words = longDayText(day);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** `sexta, 12 de junho, 18:00` */
export function longDateTimeText(instant: Date): string {
  return `${longDayText(dayKey(instant))}, ${formatTime(instant)}`;
}

export const notMovedText = (at: Date): string => `O post continua em ${longDateTimeText(at)}.`;

const CAPTION_LABEL_MAX = 60;

/** `18:00 Reels, Caneca dupla`; with several accounts `18:00 Reels em @cafe.serra, Caneca dupla`. */
export function postLabel(post: Post, accountName: string | undefined): string {
  const dueAt = getDueAt(post);
  const time = dueAt === null ? '' : `${formatTime(dueAt)} `;
  const caption = post.caption.trim().slice(0, CAPTION_LABEL_MAX);
  return `${time}${mediaTypeText(post)}${formatInAccount(accountName)}, ${caption === '' ? 'sem legenda' : caption}`;
}
