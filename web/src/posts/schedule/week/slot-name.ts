import { formatDayMonth, startOfDay } from '@pontual/contract/brasilia-time.ts';
import type { Post } from '@pontual/contract/posts.ts';
import type { NameOf } from '../../../instagram/account-names.ts';
import { stateWords } from '../../post-state.tsx';
import { postCount } from '../day-name.ts';
import { postName } from '../day-words.ts';
import type { Slot } from './week-keys.ts';

/** How many posts an hour's name tells before it only counts them. */
const TOLD = 2;

/** The name of an hour: `12 de junho, 18 h, 1 post: 18:00 Reels, Caneca dupla`. */
export function slotName(
  { day, hour }: Slot,
  posts: readonly Post[],
  { isOpen, nameOf }: { isOpen: boolean; nameOf: NameOf },
): string {
  const name = `${formatDayMonth(startOfDay(day))}, ${hour} h, ${postCount(posts.length)}`;
  if (posts.length === 0) return isOpen ? `${name}. Criar post` : name;
  const told = posts
    .slice(0, TOLD)
    .map(
      (post) => `${postName(post, nameOf(post))}${post.awaiting ? `, ${stateWords(post)}` : ''}`,
    );
  const more = posts.length - TOLD;
  if (more > 0) told.push(`mais ${more}`);
  return `${name}: ${told.join('; ')}`;
}
