import {
  captionCounts,
  HASHTAG_MAX,
  HASHTAGS_PER_POST,
  MENTION_MAX,
} from '@pontual/contract/captions.ts';
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
const HASHTAGS_SHOWN = 4;
const MENTIONS_SHOWN = 15;

/** More of something than Instagram takes. */
export interface Refusal {
  kind: 'hashtag' | 'mention';
  most: number;
  /** How many have to go. */
  excess: number;
  /** `O Instagram recusa mais de 30 hashtags.` */
  limit: string;
}

export type CountState = 'free' | 'many' | 'over';

interface Marks {
  /** `6 de 5 hashtags`, once they become many: `many` is warned of, `over` is refused. */
  counts: { text: string; state: CountState }[];
  /** Empty when there is nothing. */
  refusals: Refusal[];
}

/** What Instagram would refuse, and what to do. */
export const refusalText = ({ limit, excess }: Refusal): string => `${limit} Remova ${excess}.`;

const names = { hashtag: 'hashtags', mention: 'menções' } as const;

/** How many hashtags and mentions a caption has, as far as its author should know. */
export function captionMarks(caption: string): Marks {
  const { hashtags, mentions } = captionCounts(caption);
  const kinds = [
    {
      count: hashtags,
      advised: HASHTAGS_PER_POST,
      most: HASHTAG_MAX,
      from: HASHTAGS_SHOWN,
      kind: 'hashtag',
    } as const,
    {
      count: mentions,
      advised: MENTION_MAX,
      most: MENTION_MAX,
      from: MENTIONS_SHOWN,
      kind: 'mention',
    } as const,
  ];
  return {
    counts: kinds
      .filter(({ count, from }) => count >= from)
      .map(({ count, advised, most, kind }) => ({
        text: `${count} de ${count > most ? most : advised} ${names[kind]}`,
        state: count > most ? 'over' : count > advised ? 'many' : 'free',
      })),
    refusals: kinds
      .filter(({ count, most }) => count > most)
      .map(({ count, most, kind }) => ({
        kind,
        most,
        excess: count - most,
        limit: `O Instagram recusa mais de ${most} ${names[kind]}.`,
      })),
  };
}

/** Why Instagram would refuse a caption, in Portuguese; undefined when it would not. */
export function captionFault(caption: string): string | undefined {
  if (captionRoom(caption).room === 'over') {
    return `Legenda deve ter no máximo ${CAPTION_MAX} caracteres`;
  }
  const { refusals } = captionMarks(caption);
  return refusals.length === 0 ? undefined : refusals.map(refusalText).join(' ');
}
