import {
  CAPTION_MAX,
  HASHTAGS_PER_POST,
  MENTION_MAX,
} from '@pontual/contract/shared/instagram-limits.ts';
import { captionCounts } from '@pontual/contract/posts/captions.ts';
import { captionLength } from '@pontual/contract/posts/posts.ts';
import { instagramLimits } from '../instagram/installed-limits.ts';

/** How close a caption is to its limit (specification, section 9). */
export type CaptionLengthState = 'free' | 'short' | 'shortest' | 'over';

export function captionLengthState(caption: string): {
  remaining: number;
  state: CaptionLengthState;
} {
  const remaining = CAPTION_MAX - captionLength(caption);
  if (remaining < 0) return { remaining, state: 'over' };
  if (remaining < 50) return { remaining, state: 'shortest' };
  return { remaining, state: remaining < 200 ? 'short' : 'free' };
}

const HASHTAGS_SHOWN_FROM = 4;
const MENTIONS_SHOWN_FROM = 15;

export interface ExceededLimit {
  kind: 'hashtag' | 'mention';
  max: number;
  excess: number;
  /** Such as `O Instagram recusa mais de 30 hashtags.` */
  message: string;
}

export type CountState = 'free' | 'many' | 'over';

interface CaptionCountCheck {
  /** Such as `6 de 5 hashtags`, once they are high: `many` is a warning, `over` is an error. */
  counts: { text: string; state: CountState }[];
  exceeded: ExceededLimit[];
}

export const exceededLimitText = ({ message, excess }: ExceededLimit): string =>
  `${message} Remova ${excess}.`;

const names = { hashtag: 'hashtags', mention: 'menções' } as const;

export function checkCaptionCounts(caption: string): CaptionCountCheck {
  const { hashtags, mentions } = captionCounts(caption);
  const { maxHashtags } = instagramLimits();
  const kinds = [
    {
      count: hashtags,
      advised: HASHTAGS_PER_POST,
      most: maxHashtags,
      from: HASHTAGS_SHOWN_FROM,
      kind: 'hashtag',
    } as const,
    {
      count: mentions,
      advised: MENTION_MAX,
      most: MENTION_MAX,
      from: MENTIONS_SHOWN_FROM,
      kind: 'mention',
    } as const,
  ];
  return {
    counts: kinds
      .filter(({ count, from }) => count >= from)
      .map(({ count, advised: recommended, most: max, kind }) => ({
        text: `${count} de ${count > max ? max : recommended} ${names[kind]}`,
        state: count > max ? 'over' : count > recommended ? 'many' : 'free',
      })),
    exceeded: kinds
      .filter(({ count, most: max }) => count > max)
      .map(({ count, most: max, kind }) => ({
        kind,
        max,
        excess: count - max,
        message: `O Instagram recusa mais de ${max} ${names[kind]}.`,
      })),
  };
}

/** In Portuguese; undefined when Instagram accepts the caption. */
export function captionError(caption: string): string | undefined {
  if (captionLengthState(caption).state === 'over') {
    return `Legenda deve ter no máximo ${CAPTION_MAX} caracteres`;
  }
  const { exceeded } = checkCaptionCounts(caption);
  return exceeded.length === 0 ? undefined : exceeded.map(exceededLimitText).join(' ');
}
