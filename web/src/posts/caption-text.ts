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

/** More of something than Instagram takes. */
export interface Refusal {
  kind: 'hashtag' | 'mention';
  most: number;
  /** How many have to go. */
  excess: number;
  /** `Instagram aceita até 30 hashtags.` */
  limit: string;
}

interface Marks {
  /** `27 de 30 hashtags`, once they become many. */
  counts: { text: string; over: boolean }[];
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
    { count: hashtags, most: HASHTAG_MAX, from: HASHTAGS_SHOWN, kind: 'hashtag' } as const,
    { count: mentions, most: MENTION_MAX, from: MENTIONS_SHOWN, kind: 'mention' } as const,
  ];
  return {
    counts: kinds
      .filter(({ count, from }) => count >= from)
      .map(({ count, most, kind }) => ({
        text: `${count} de ${most} ${names[kind]}`,
        over: count > most,
      })),
    refusals: kinds
      .filter(({ count, most }) => count > most)
      .map(({ count, most, kind }) => ({
        kind,
        most,
        excess: count - most,
        limit: `Instagram aceita até ${most} ${names[kind]}.`,
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

/** A caption where there is room for little else: without what surrounds it, or that there is none. */
export const captionLine = (caption: string): string => caption.trim() || 'Sem legenda';
