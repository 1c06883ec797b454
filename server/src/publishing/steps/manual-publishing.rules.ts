import type { MediaType } from '@pontual/contract/posts/posts.ts';
import { areSimilar, toShingles, extractWords } from './caption-similarity.rules.ts';
import type { ManualMatch } from '../observations.ts';
import { isSameCaption } from '../publishing.rules.ts';

interface SoughtPost {
  media_type: MediaType;
  caption: string;
  manual_since: Date | null;
}

/**
 * The owner may change or omit the caption. After an announced manual publication a similar caption suffices;
 * otherwise a similar one or one without words is unclear. Two candidates are unclear.
 */
export function matchManualMedia(
  post: SoughtPost,
  media: readonly { id: string; caption: string }[],
): ManualMatch {
  const isExpected = post.manual_since !== null;
  const caption = post.media_type === 'STORIES' ? '' : post.caption.trim();
  if (caption === '') {
    const uncaptioned = media.filter((one) => one.caption.trim() === '');
    return matchOnly(uncaptioned, isExpected);
  }
  const same = media.filter((one) => isSameCaption(one.caption, caption));
  if (same.length > 0) return matchOnly(same, true);
  const similar = media.filter((one) => isNearlySameCaption(one.caption, caption));
  if (similar.length > 0 || isExpected) return matchOnly(similar, isExpected);
  // Instagram drops the text that is shared with files, and the owner may announce no publication.
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

function isNearlySameCaption(one: string, other: string): boolean {
  const words = extractWords(other).join(' ');
  if (words !== '' && extractWords(one).join(' ') === words) return true;
  const [few, many] = [toShingles(one), toShingles(other)];
  return few !== null && many !== null && areSimilar(few, many);
}
