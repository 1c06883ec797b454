import { captionParts } from '@pontual/contract/captions.ts';

/** A stretch of a caption that becomes another; `start` and `end` count UTF-16 units. */
export interface Edit {
  start: number;
  end: number;
  text: string;
}

interface Hashtag {
  /** Where its sign is. */
  start: number;
  end: number;
  /** Without its sign. */
  name: string;
}

/** The parts of a caption, each with where it starts. */
export function placedParts(caption: string) {
  let end = 0;
  return captionParts(caption).map(({ text, kind }) => {
    const start = end;
    end += text.length;
    return { text, kind, start };
  });
}

/** The hashtags of a caption, in their order. */
export function hashtagsOf(caption: string): Hashtag[] {
  return placedParts(caption)
    .filter(({ kind }) => kind === 'hashtag')
    .map(({ text, start }) => ({ start, end: start + text.length, name: text.slice(1) }));
}

/** What matching looks at: without accents, without case. */
export function fold(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
}

/** How much has to stand between the sign and the caret (specification, section 9). */
const MIN_TYPED = 2;

export interface Token extends Hashtag {
  /** What stands between the sign and the caret. */
  typed: string;
}

/** The hashtag that is being typed: one with at least 2 characters before the caret, else null. */
export function tokenAt(caption: string, caret: number): Token | null {
  const token = hashtagsOf(caption).find(({ start, end }) => start < caret && caret <= end);
  if (token === undefined) return null;
  const typed = caption.slice(token.start + 1, caret);
  return Array.from(typed).length < MIN_TYPED ? null : { ...token, typed };
}

/**
 * Puts a hashtag in the place of a whole token; the caret comes after the space that follows. What
 * the token begins with already stays, so that undoing leaves the caret where it was.
 */
export function tokenReplaced(caption: string, { start, end }: Token, name: string): Edit {
  const after = caption.slice(end, end + 1);
  // A space that is there already is taken along, so that the caret comes after it.
  const taken = after === ' ' ? 1 : 0;
  const space = taken === 1 || !/^\s/.test(after) ? ' ' : '';
  const text = `#${name}${space}`;
  const kept = sharedStart(caption.slice(start, end), text);
  return { start: start + kept, end: end + taken, text: text.slice(kept) };
}

/** How many UTF-16 units two texts begin with alike, in whole characters. */
function sharedStart(one: string, other: string): number {
  let shared = 0;
  for (const character of one) {
    if (!other.startsWith(character, shared)) break;
    shared += character.length;
  }
  return Math.min(wholeAt(one, shared), wholeAt(other, shared));
}

const endsOnWord = /[\p{L}\p{M}\p{N}_]$/u;

/** Puts # or @ where the caret is, apart from a word before it: there it would not count. */
export function signInserted(caption: string, caret: number, sign: '#' | '@'): Edit {
  const start = wholeAt(caption, caret);
  const space = endsOnWord.test(caption.slice(0, start)) ? ' ' : '';
  return { start, end: start, text: `${space}${sign}` };
}

/** Puts a hashtag at the end: beside the last one, or a blank line after the text. */
export function tagAppended(caption: string, name: string): Edit {
  const { length } = caption;
  const edit = (before: string) => ({ start: length, end: length, text: `${before}#${name}` });
  if (caption.trim() === '' || caption.endsWith('\n')) return edit('');
  const written = caption.trimEnd();
  const afterTag = hashtagsOf(caption).at(-1)?.end === written.length;
  if (afterTag) return edit(written.length === length ? ' ' : '');
  return edit('\n\n');
}

/** Belongs to what stands before it: marks, variation selectors, skin tones, tags, joiners. */
const clinging = /^[\p{M}\p{Emoji_Modifier}\u{200d}\u{e0020}-\u{e007f}]/u;
const joined = /\u200d$/;
const flagHalves = /[\u{1f1e6}-\u{1f1ff}]*$/u;
const flagHalf = /^[\u{1f1e6}-\u{1f1ff}]/u;

/**
 * The nearest place, not after the one given, that lies within no character as people see it: not
 * between the halves of a surrogate pair, the parts of a joined emoji or the letters of a flag.
 * Written out because Intl.Segmenter is missing in some browsers that people use.
 */
export function wholeAt(text: string, place: number): number {
  let at = Math.min(Math.max(place, 0), text.length);
  while (at > 0 && at < text.length && isWithin(text, at)) at -= 1;
  return at;
}

function isWithin(text: string, at: number): boolean {
  const low = text.charCodeAt(at);
  const high = text.charCodeAt(at - 1);
  if (low >= 0xdc00 && low <= 0xdfff && high >= 0xd800 && high <= 0xdbff) return true;
  const before = text.slice(0, at);
  const after = text.slice(at);
  if (clinging.test(after) || (joined.test(before) && /^\p{Emoji}/u.test(after))) return true;
  const halves = Array.from(flagHalves.exec(before)?.[0] ?? '').length;
  return flagHalf.test(after) && halves % 2 === 1;
}
