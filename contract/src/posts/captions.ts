/**
 * So many hashtags Instagram takes on a post or reel since December 2025. Its API's page still says
 * `HASHTAG_MAX`, so that more of them is told and not refused.
 */
export const HASHTAGS_PER_POST = 5;

/** Instagram refuses a caption with more (its error 2207010 names both). */
export const HASHTAG_MAX = 30;
export const MENTION_MAX = 20;

/** A stretch of a caption as Instagram reads it. */
interface CaptionPart {
  text: string;
  kind: 'text' | 'hashtag' | 'mention';
}

/**
 * A hashtag, a mention, or a word with the sign that it ends on: what follows a word without a space
 * is neither, as in an e-mail address. Hashtags may follow each other at once. A hashtag does not
 * begin with a mark: the emoji of the # key is the sign with two marks. Without a look behind, which
 * not every browser that people use can read.
 */
const tokenPattern =
  /(#[\p{L}\p{N}_][\p{L}\p{M}\p{N}_]*)|(@\w+(?:\.+\w+)*)|[\p{L}\p{M}\p{N}_]+[#@]?/gu;

/** A caption in its parts, in their order: together they are the caption. */
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

/** How many hashtags and mentions a caption has, each as often as it stands there. */
export function captionCounts(caption: string): { hashtags: number; mentions: number } {
  const kinds = captionParts(caption).map(({ kind }) => kind);
  const count = (wanted: CaptionPart['kind']) => kinds.filter((kind) => kind === wanted).length;
  return { hashtags: count('hashtag'), mentions: count('mention') };
}

/**
 * What the author should know of too many hashtags; undefined up to `HASHTAGS_PER_POST`. A caption and
 * its first comment are counted apart: Instagram announced the bound for captions.
 */
export function hashtagIssue(
  text: string,
  where: 'post' | 'comentário' = 'post',
): string | undefined {
  if (captionCounts(text).hashtags <= HASHTAGS_PER_POST) return undefined;
  return `O Instagram aceita ${HASHTAGS_PER_POST} hashtags por post desde dezembro de 2025; com mais, ele pode ignorar as outras ou recusar o ${where}.`;
}
