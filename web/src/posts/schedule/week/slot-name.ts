import { formatDayMonth, startOfDay } from '@pontual/contract/brasilia-time.ts';
import type { Post } from '@pontual/contract/posts.ts';
import type { NameOf } from '../../../instagram/account-names.ts';
import { worstInSight, type IsAtRisk } from '../../../needs/at-risk.ts';
import { didNotGoOut } from '../../mending.ts';
import { stateWords } from '../../post-state.tsx';
import { countOfMore, postCount } from '../day-name.ts';
import { postName } from '../day-words.ts';
import type { Slot } from './week-keys.ts';

/** How many posts the name of an hour lists before it only counts them. */
const LISTED = 2;

interface SlotOptions {
  isOpen: boolean;
  isAtRisk: IsAtRisk;
  nameOf: NameOf;
}

/** The name of an hour: `12 de junho, 18 h, 1 post: 18:00 Reels, Caneca dupla`. */
export function slotName(
  { day, hour }: Slot,
  posts: readonly Post[],
  options: SlotOptions,
): string {
  const { isOpen, isAtRisk, nameOf } = options;
  const name = `${formatDayMonth(startOfDay(day))}, ${hour} h, ${postCount(posts.length)}`;
  if (posts.length === 0) return isOpen ? `${name}. Criar post` : name;
  const sorted = worstInSight(posts, isAtRisk, LISTED);
  const parts = sorted
    .slice(0, LISTED)
    .map((post) => `${postName(post, nameOf(post))}${needOf(post, isAtRisk)}`);
  return `${name}: ${[...parts, ...countOfMore(sorted.slice(LISTED))].join('; ')}`;
}

/** What a post waits for or suffers from: `, falhou`, `, em risco`. */
function needOf(post: Post, isAtRisk: IsAtRisk): string {
  const state = post.awaiting || didNotGoOut(post) ? `, ${stateWords(post)}` : '';
  return isAtRisk(post) ? `${state}, em risco` : state;
}
