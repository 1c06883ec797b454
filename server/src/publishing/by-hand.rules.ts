import type { MediaType } from '@pontual/contract/posts.ts';
import { areAlike, shinglesOf, wordsOf } from '../similar/caption.rules.ts';
import { sameCaption } from './publishing.rules.ts';

/** Of a post that its owner may have published by hand, on its account. */
export type Sighting =
  | { kind: 'none' }
  | { kind: 'found'; mediaId: string }
  /** Something is there that may be it, and nobody can tell. */
  | { kind: 'unclear' };

interface Sought {
  media_type: MediaType;
  caption: string;
  /** Its owner has said that they publish it: then the only one of its kind is the one. */
  by_hand_since: Date | null;
}

/**
 * Which of the account's new media is the post. Whoever publishes by hand may change the caption a
 * little, or leave it out: as sure as their word, that is taken for theirs; without it only the very
 * same caption is. Two that may be it are as bad as none.
 */
export function sightingOf(
  post: Sought,
  media: readonly { id: string; caption: string }[],
): Sighting {
  const isExpected = post.by_hand_since !== null;
  const caption = post.media_type === 'STORIES' ? '' : post.caption.trim();
  if (caption === '') {
    const plain = media.filter((one) => one.caption.trim() === '');
    return onlyOf(plain, isExpected);
  }
  const same = media.filter((one) => sameCaption(one.caption, caption));
  if (same.length > 0) return onlyOf(same, true);
  const near = media.filter((one) => isNearly(one.caption, caption));
  if (near.length > 0 || isExpected) return onlyOf(near, isExpected);
  // Instagram drops the text that is shared with files, and whoever was told of it may not have said a word.
  return onlyOf(
    media.filter((one) => wordsOf(one.caption).length === 0),
    false,
  );
}

function onlyOf(candidates: readonly { id: string }[], isSure: boolean): Sighting {
  const [one, ...others] = candidates;
  if (one === undefined) return { kind: 'none' };
  return isSure && others.length === 0 ? { kind: 'found', mediaId: one.id } : { kind: 'unclear' };
}

/** The same words but for hashtags and mentions, or nearly all of them. */
function isNearly(one: string, other: string): boolean {
  const words = wordsOf(other).join(' ');
  if (words !== '' && wordsOf(one).join(' ') === words) return true;
  const [few, many] = [shinglesOf(one), shinglesOf(other)];
  return few !== null && many !== null && areAlike(few, many);
}
