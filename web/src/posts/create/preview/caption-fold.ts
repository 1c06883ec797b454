/** Of how many characters Instagram shows a caption before it is opened, in each of its looks. */
export const folds = { feed: 125, reel: 58 } as const;
/** The feed shows so many lines of a caption that is not opened. */
const LINES = 3;

const graphemes = new Intl.Segmenter('pt-BR', { granularity: 'grapheme' });

interface Folded {
  text: string;
  /** Whether there is more than the text. */
  isCut: boolean;
}

/**
 * The beginning of a caption, as it is shown until it is opened: `most` characters at most, as people
 * count them. A word stays whole, unless it is longer than all of that.
 */
export function foldCaption(caption: string, most: number): Folded {
  const whole = caption.trim();
  const lines = whole.split('\n');
  const text = lines.slice(0, LINES).join('\n').trimEnd();
  // An emoji is several numbers and one character: none is cut in the middle.
  const seen = Array.from(graphemes.segment(text), ({ segment }) => segment);
  if (seen.length <= most) return { text, isCut: text !== whole };
  const kept = seen.slice(0, most).join('');
  const isBetweenWords = /\s/.test(seen[most] ?? '');
  const words = isBetweenWords ? kept : kept.replace(/\s+\S*$/, '');
  return { text: words.trimEnd(), isCut: true };
}

/** A caption in one line, as it lies over a reel. */
export const inOneLine = (caption: string): string => caption.replaceAll(/\s+/g, ' ').trim();
