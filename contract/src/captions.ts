/** A stretch of a caption as Instagram reads it. */
interface CaptionPart {
  text: string;
  kind: 'text' | 'hashtag' | 'mention';
}

/**
 * A hashtag, a mention, or a word with the sign that it ends on: what follows a word without a space
 * is neither, as in an e-mail address. Hashtags may follow each other at once. Without a look behind,
 * which not every browser that people use can read.
 */
const token = /(#[\p{L}\p{M}\p{N}_]+)|(@\w+(?:\.+\w+)*)|[\p{L}\p{M}\p{N}_]+[#@]?/gu;

/** A caption in its parts, in their order: together they are the caption. */
export function captionParts(caption: string): CaptionPart[] {
  const parts: CaptionPart[] = [];
  let said = 0;
  const sayUntil = (end: number) => {
    if (end > said) parts.push({ text: caption.slice(said, end), kind: 'text' });
  };
  for (const { 0: text, 1: hashtag, 2: mention, index } of caption.matchAll(token)) {
    if (hashtag === undefined && mention === undefined) continue;
    sayUntil(index);
    parts.push({ text, kind: mention === undefined ? 'hashtag' : 'mention' });
    said = index + text.length;
  }
  sayUntil(caption.length);
  return parts;
}
