/** Number of caption characters that Instagram shows before "mais". */
export const foldLengths = { feed: 125, reel: 58 } as const;
/** Number of lines in the feed before "mais". */
const MAX_LINES = 3;

const graphemes = new Intl.Segmenter('pt-BR', { granularity: 'grapheme' });

interface FoldedText {
  text: string;
  isCut: boolean;
}

/**
 * Returns the part of a caption before "mais": at most `maxCharacters` graphemes. A word is not split, unless
 * it alone is longer than the limit.
 */
export function foldCaption(caption: string, maxCharacters: number): FoldedText {
  const whole = caption.trim();
  const lines = whole.split('\n');
  const text = lines.slice(0, MAX_LINES).join('\n').trimEnd();
  // Graphemes, because an emoji may consist of several code points and must not be split.
  const characters = Array.from(graphemes.segment(text), ({ segment }) => segment);
  if (characters.length <= maxCharacters) return { text, isCut: text !== whole };
  const beginning = characters.slice(0, maxCharacters).join('');
  const isBetweenWords = /\s/.test(characters[maxCharacters] ?? '');
  const wholeWords = isBetweenWords ? beginning : beginning.replace(/\s+\S*$/, '');
  return { text: wholeWords.trimEnd(), isCut: true };
}

/** Returns a caption in one line, as Instagram shows it over a reel. */
export const toSingleLine = (caption: string): string => caption.replaceAll(/\s+/g, ' ').trim();
