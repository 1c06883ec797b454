/** In graphemes, before "mais". */
export const foldLengths = { feed: 125, reel: 58 } as const;
const MAX_LINES = 3;

const graphemes = new Intl.Segmenter('pt-BR', { granularity: 'grapheme' });

interface FoldedText {
  text: string;
  isCut: boolean;
}

/** Does not split a word, unless it alone is longer than the limit. */
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

export const toSingleLine = (caption: string): string => caption.replaceAll(/\s+/g, ' ').trim();
