/** Of how many characters Instagram shows a caption before it is opened, in each of its looks. */
export const foldLengths = { feed: 125, reel: 58 } as const;
/** The feed shows so many lines of a caption that is not opened. */
const MAX_LINES = 3;

const graphemes = new Intl.Segmenter('pt-BR', { granularity: 'grapheme' });

interface FoldedText {
  text: string;
  /** Whether there is more than the text. */
  isCut: boolean;
}

/**
 * The beginning of a caption, as it is shown until it is opened: `most` characters at most, as people
 * count them. A word stays whole, unless it is longer than all of that.
 */
export function foldCaption(caption: string, maxCharacters: number): FoldedText {
  const whole = caption.trim();
  const lines = whole.split('\n');
  const text = lines.slice(0, MAX_LINES).join('\n').trimEnd();
  // An emoji is several numbers and one character: none is cut in the middle.
  const characters = Array.from(graphemes.segment(text), ({ segment }) => segment);
  if (characters.length <= maxCharacters) return { text, isCut: text !== whole };
  const beginning = characters.slice(0, maxCharacters).join('');
  const isBetweenWords = /\s/.test(characters[maxCharacters] ?? '');
  const wholeWords = isBetweenWords ? beginning : beginning.replace(/\s+\S*$/, '');
  return { text: wholeWords.trimEnd(), isCut: true };
}

/** A caption in one line, as it lies over a reel. */
export const toSingleLine = (caption: string): string => caption.replaceAll(/\s+/g, ' ').trim();
