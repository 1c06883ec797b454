import { formatDayMonth, startOfDay } from '@pontual/contract/brasilia-time.ts';
import type { Post } from '@pontual/contract/posts.ts';
import type { NameOf } from '../../../instagram/account-names.ts';
import { worstInSight, type IsAtRisk } from '../../../needs/at-risk.ts';
import { didNotGoOut } from '../../mending.ts';
import { stateWords } from '../../post-state.tsx';
import { postCount } from '../day-name.ts';
import { postName } from '../day-words.ts';
import type { Slot } from './week-keys.ts';

/** How many posts an hour's name tells before it only counts them. */
const TOLD = 2;

interface Told {
  isOpen: boolean;
  isAtRisk: IsAtRisk;
  nameOf: NameOf;
}

/** The name of an hour: `12 de junho, 18 h, 1 post: 18:00 Reels, Caneca dupla`. */
export function slotName({ day, hour }: Slot, posts: readonly Post[], told: Told): string {
  const name = `${formatDayMonth(startOfDay(day))}, ${hour} h, ${postCount(posts.length)}`;
  if (posts.length === 0) return told.isOpen ? `${name}. Criar post` : name;
  const parts = worstInSight(posts, told.isAtRisk, TOLD)
    .slice(0, TOLD)
    .map((post) => `${postName(post, told.nameOf(post))}${needOf(post, told.isAtRisk)}`);
  const more = posts.length - TOLD;
  if (more > 0) parts.push(`mais ${more}`);
  return `${name}: ${parts.join('; ')}`;
}

/** What a post waits for or suffers from: `, falhou`, `, em risco`. */
function needOf(post: Post, isAtRisk: IsAtRisk): string {
  const state = post.awaiting || didNotGoOut(post) ? `, ${stateWords(post)}` : '';
  return isAtRisk(post) ? `${state}, em risco` : state;
}
