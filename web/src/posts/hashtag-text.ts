import { captionParts } from '@pontual/contract/posts/captions.ts';

/** A stretch of a caption that becomes another; `start` and `end` count UTF-16 units. */
export interface TextEdit {
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
export function listPositionedParts(caption: string) {
  let end = 0;
  return captionParts(caption).map(({ text, kind }) => {
    const start = end;
    end += text.length;
    return { text, kind, start };
  });
}

/** The hashtags of a caption, in their order. */
export function findHashtags(caption: string): Hashtag[] {
  return listPositionedParts(caption)
    .filter(({ kind }) => kind === 'hashtag')
    .map(({ text, start }) => ({ start, end: start + text.length, name: text.slice(1) }));
}

/** What matching looks at: without accents, without case. */
export function fold(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
}

/** How much has to stand between the sign and the caret (specification, section 9). */
const MIN_TYPED_CHARACTERS = 2;

export interface Token extends Hashtag {
  /** What stands between the sign and the caret. */
  typedText: string;
}

/** The hashtag that is being typed: one with at least 2 characters before the caret, else null. */
export function findTokenAt(caption: string, caret: number): Token | null {
  const token = findHashtags(caption).find(({ start, end }) => start < caret && caret <= end);
  if (token === undefined) return null;
  const typedText = caption.slice(token.start + 1, caret);
  return Array.from(typedText).length < MIN_TYPED_CHARACTERS ? null : { ...token, typedText };
}

/**
 * Puts a hashtag in the place of a whole token; the caret comes after the space that follows. What
 * the token begins with already stays, so that undoing leaves the caret where it was.
 */
export function replaceToken(caption: string, { start, end }: Token, name: string): TextEdit {
  const after = caption.slice(end, end + 1);
  // A space that is there already is taken along, so that the caret comes after it.
  const replacedSpaces = after === ' ' ? 1 : 0;
  const space = replacedSpaces === 1 || !/^\s/.test(after) ? ' ' : '';
  const text = `#${name}${space}`;
  const sharedLength = sharedPrefixLength(caption.slice(start, end), text);
  return { start: start + sharedLength, end: end + replacedSpaces, text: text.slice(sharedLength) };
}

/** How many UTF-16 units two texts begin with alike, in whole characters. */
function sharedPrefixLength(one: string, other: string): number {
  let shared = 0;
  for (const character of one) {
    if (!other.startsWith(character, shared)) break;
    shared += character.length;
  }
  return Math.min(toCharacterBoundary(one, shared), toCharacterBoundary(other, shared));
}

const endsOnWord = /[\p{L}\p{M}\p{N}_]$/u;

/** Puts # or @ where the caret is, apart from a word before it: there it would not count. */
export function insertSign(caption: string, caret: number, sign: '#' | '@'): TextEdit {
  const start = toCharacterBoundary(caption, caret);
  const space = endsOnWord.test(caption.slice(0, start)) ? ' ' : '';
  return { start, end: start, text: `${space}${sign}` };
}

/** Puts a hashtag at the end: beside the last one, or a blank line after the text. */
export function appendHashtag(caption: string, name: string): TextEdit {
  const { length } = caption;
  const edit = (before: string) => ({ start: length, end: length, text: `${before}#${name}` });
  if (caption.trim() === '' || caption.endsWith('\n')) return edit('');
  const trimmed = caption.trimEnd();
  const afterTag = findHashtags(caption).at(-1)?.end === trimmed.length;
  if (afterTag) return edit(trimmed.length === length ? ' ' : '');
  return edit('\n\n');
}

/** Belongs to what stands before it: marks, variation selectors, skin tones, tags, joiners. */
const startsWithModifier = /^[\p{M}\p{Emoji_Modifier}\u{200d}\u{e0020}-\u{e007f}]/u;
const endsWithJoiner = /\u200d$/;
const trailingFlagLetters = /[\u{1f1e6}-\u{1f1ff}]*$/u;
const startsWithFlagLetter = /^[\u{1f1e6}-\u{1f1ff}]/u;

/**
 * The nearest place, not after the one given, that lies within no character as people see it: not
 * between the halves of a surrogate pair, the parts of a joined emoji or the letters of a flag.
 * Written out because Intl.Segmenter is missing in some browsers that people use.
 */
export function toCharacterBoundary(text: string, position: number): number {
  let at = Math.min(Math.max(position, 0), text.length);
  while (at > 0 && at < text.length && isInsideCharacter(text, at)) at -= 1;
  return at;
}

function isInsideCharacter(text: string, at: number): boolean {
  const low = text.charCodeAt(at);
  const high = text.charCodeAt(at - 1);
  if (low >= 0xdc00 && low <= 0xdfff && high >= 0xd800 && high <= 0xdbff) return true;
  const before = text.slice(0, at);
  const after = text.slice(at);
  if (startsWithModifier.test(after) || (endsWithJoiner.test(before) && /^\p{Emoji}/u.test(after)))
    return true;
  const halves = Array.from(trailingFlagLetters.exec(before)?.[0] ?? '').length;
  return startsWithFlagLetter.test(after) && halves % 2 === 1;
}
