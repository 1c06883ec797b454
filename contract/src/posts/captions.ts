import { HASHTAGS_PER_POST } from '../shared/instagram-limits.ts';

interface CaptionPart {
  text: string;
  kind: 'text' | 'hashtag' | 'mention';
}

/**
 * A hashtag, a mention, or a word with a sign at its end, which starts neither (email addresses). Hashtags do
 * not begin with a mark: the keycap emoji # is the sign with two marks. No lookbehind: some browsers lack it.
 */
const tokenPattern =
  /(#[\p{L}\p{N}_][\p{L}\p{M}\p{N}_]*)|(@\w+(?:\.+\w+)*)|[\p{L}\p{M}\p{N}_]+[#@]?/gu;

/** Returns the parts of a caption in order; joined, they equal the caption. */
export function captionParts(caption: string): CaptionPart[] {
  const parts: CaptionPart[] = [];
  let textStart = 0;
  const pushTextUntil = (end: number) => {
    if (end > textStart) parts.push({ text: caption.slice(textStart, end), kind: 'text' });
  };
  for (const { 0: text, 1: hashtag, 2: mention, index } of caption.matchAll(tokenPattern)) {
    if (hashtag === undefined && mention === undefined) continue;
    pushTextUntil(index);
    parts.push({ text, kind: mention === undefined ? 'hashtag' : 'mention' });
    textStart = index + text.length;
  }
  pushTextUntil(caption.length);
  return parts;
}

/** Returns the number of hashtags and mentions in a caption; repeated ones count each time. */
export function captionCounts(caption: string): { hashtags: number; mentions: number } {
  const kinds = captionParts(caption).map(({ kind }) => kind);
  const count = (wanted: CaptionPart['kind']) => kinds.filter((kind) => kind === wanted).length;
  return { hashtags: count('hashtag'), mentions: count('mention') };
}

/** Returns undefined up to `HASHTAGS_PER_POST`. Captions and first comments count separately. */
export function hashtagIssue(
  text: string,
  where: 'post' | 'comentário' = 'post',
): string | undefined {
  if (captionCounts(text).hashtags <= HASHTAGS_PER_POST) return undefined;
  return `O Instagram aceita ${HASHTAGS_PER_POST} hashtags por post desde dezembro de 2025; com mais, ele pode ignorar as outras ou recusar o ${where}.`;
}
