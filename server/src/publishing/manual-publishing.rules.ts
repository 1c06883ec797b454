import type { MediaType } from '@pontual/contract/posts/posts.ts';
import { areSimilar, toShingles, extractWords } from './caption-similarity.rules.ts';
import { isSameCaption } from './publishing.rules.ts';

/** Of a post that its owner may have published by hand, on its account. */
export type ManualMatch =
  | { kind: 'none' }
  | { kind: 'found'; mediaId: string }
  /** Something is there that may be it, and nobody can tell. */
  | { kind: 'unclear' };

interface SoughtPost {
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
export function matchManualMedia(
  post: SoughtPost,
  media: readonly { id: string; caption: string }[],
): ManualMatch {
  const isExpected = post.by_hand_since !== null;
  const caption = post.media_type === 'STORIES' ? '' : post.caption.trim();
  if (caption === '') {
    const uncaptioned = media.filter((one) => one.caption.trim() === '');
    return matchOnly(uncaptioned, isExpected);
  }
  const same = media.filter((one) => isSameCaption(one.caption, caption));
  if (same.length > 0) return matchOnly(same, true);
  const similar = media.filter((one) => isNearlySameCaption(one.caption, caption));
  if (similar.length > 0 || isExpected) return matchOnly(similar, isExpected);
  // Instagram drops the text that is shared with files, and whoever was told of it may not have said a word.
  return matchOnly(
    media.filter((one) => extractWords(one.caption).length === 0),
    false,
  );
}

function matchOnly(candidates: readonly { id: string }[], isSure: boolean): ManualMatch {
  const [one, ...others] = candidates;
  if (one === undefined) return { kind: 'none' };
  return isSure && others.length === 0 ? { kind: 'found', mediaId: one.id } : { kind: 'unclear' };
}

/** The same words but for hashtags and mentions, or nearly all of them. */
function isNearlySameCaption(one: string, other: string): boolean {
  const words = extractWords(other).join(' ');
  if (words !== '' && extractWords(one).join(' ') === words) return true;
  const [few, many] = [toShingles(one), toShingles(other)];
  return few !== null && many !== null && areSimilar(few, many);
}
