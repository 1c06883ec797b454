import { captionCounts, HASHTAG_MAX, MENTION_MAX } from '@pontual/contract/captions.ts';
import { CAPTION_MAX, captionLength } from '@pontual/contract/posts.ts';

/** How near a caption is to its end (specification, section 9). */
export type Room = 'free' | 'short' | 'shortest' | 'over';

export function captionRoom(caption: string): { left: number; room: Room } {
  const left = CAPTION_MAX - captionLength(caption);
  if (left < 0) return { left, room: 'over' };
  if (left < 50) return { left, room: 'shortest' };
  return { left, room: left < 200 ? 'short' : 'free' };
}

/** From how many on the count is shown. */
const HASHTAGS_SHOWN = 25;
const MENTIONS_SHOWN = 15;

interface Marks {
  /** `27 de 30 hashtags`, once they become many. */
  counts: { text: string; over: boolean }[];
  /** What Instagram would refuse, and what to do; empty when there is nothing. */
  refusals: string[];
}

/** How many hashtags and mentions a caption has, as far as its author should know. */
export function captionMarks(caption: string): Marks {
  const { hashtags, mentions } = captionCounts(caption);
  const kinds = [
    { count: hashtags, most: HASHTAG_MAX, from: HASHTAGS_SHOWN, name: 'hashtags' },
    { count: mentions, most: MENTION_MAX, from: MENTIONS_SHOWN, name: 'menções' },
  ];
  return {
    counts: kinds
      .filter(({ count, from }) => count >= from)
      .map(({ count, most, name }) => ({
        text: `${count} de ${most} ${name}`,
        over: count > most,
      })),
    refusals: kinds
      .filter(({ count, most }) => count > most)
      .map(
        ({ count, most, name }) => `Instagram aceita até ${most} ${name}. Remova ${count - most}.`,
      ),
  };
}

/** Why Instagram would refuse a caption, in Portuguese; undefined when it would not. */
export function captionFault(caption: string): string | undefined {
  if (captionRoom(caption).room === 'over') {
    return `Legenda deve ter no máximo ${CAPTION_MAX} caracteres`;
  }
  const { refusals } = captionMarks(caption);
  return refusals.length === 0 ? undefined : refusals.join(' ');
}
