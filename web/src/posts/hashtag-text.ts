import { captionParts } from '@pontual/contract/posts/captions.ts';

/** `start` and `end` count UTF-16 units. */
export interface TextEdit {
  start: number;
  end: number;
  text: string;
}

interface Hashtag {
  /** The position of the sign. */
  start: number;
  end: number;
  /** Without the sign. */
  name: string;
}

export function listPositionedParts(caption: string) {
  let end = 0;
  return captionParts(caption).map(({ text, kind }) => {
    const start = end;
    end += text.length;
    return { text, kind, start };
  });
}

export function findHashtags(caption: string): Hashtag[] {
  return listPositionedParts(caption)
    .filter(({ kind }) => kind === 'hashtag')
    .map(({ text, start }) => ({ start, end: start + text.length, name: text.slice(1) }));
}

export function fold(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
}

/** Between the sign and the caret (specification, section 9). */
const MIN_TYPED_CHARACTERS = 2;

export interface TypedHashtag extends Hashtag {
  typedText: string;
}

export function findTokenAt(caption: string, caret: number): TypedHashtag | null {
  const token = findHashtags(caption).find(({ start, end }) => start < caret && caret <= end);
  if (token === undefined) return null;
  const typedText = caption.slice(token.start + 1, caret);
  return Array.from(typedText).length < MIN_TYPED_CHARACTERS ? null : { ...token, typedText };
}

/** Replaces the whole token. A common prefix stays, so that undo leaves the caret at its place. */
export function replaceTypedHashtag(
  caption: string,
  { start, end }: TypedHashtag,
  name: string,
): TextEdit {
  const after = caption.slice(end, end + 1);
  const replacedSpaces = after === ' ' ? 1 : 0;
  const space = replacedSpaces === 1 || !/^\s/.test(after) ? ' ' : '';
  const text = `#${name}${space}`;
  const sharedLength = sharedPrefixLength(caption.slice(start, end), text);
  return { start: start + sharedLength, end: end + replacedSpaces, text: text.slice(sharedLength) };
}

/** Returns the number of UTF-16 units of the common prefix, in whole characters. */
function sharedPrefixLength(one: string, other: string): number {
  let shared = 0;
  for (const character of one) {
    if (!other.startsWith(character, shared)) break;
    shared += character.length;
  }
  return Math.min(toCharacterBoundary(one, shared), toCharacterBoundary(other, shared));
}

const endsOnWord = /[\p{L}\p{M}\p{N}_]$/u;

/** A space goes first after a word, because the sign does not count inside of a word. */
export function insertSign(caption: string, caret: number, sign: '#' | '@'): TextEdit {
  const start = toCharacterBoundary(caption, caret);
  const space = endsOnWord.test(caption.slice(0, start)) ? ' ' : '';
  return { start, end: start, text: `${space}${sign}` };
}

/** Beside the last hashtag, or after a blank line. */
export function appendHashtag(caption: string, name: string): TextEdit {
  const { length } = caption;
  const edit = (before: string) => ({ start: length, end: length, text: `${before}#${name}` });
  if (caption.trim() === '' || caption.endsWith('\n')) return edit('');
  const trimmed = caption.trimEnd();
  const afterTag = findHashtags(caption).at(-1)?.end === trimmed.length;
  if (afterTag) return edit(trimmed.length === length ? ' ' : '');
  return edit('\n\n');
}

/** Marks, variation selectors, skin tones, tags, joiners. */
const startsWithModifier = /^[\p{M}\p{Emoji_Modifier}\u{200d}\u{e0020}-\u{e007f}]/u;
const endsWithJoiner = /\u200d$/;
const trailingFlagLetters = /[\u{1f1e6}-\u{1f1ff}]*$/u;
const startsWithFlagLetter = /^[\u{1f1e6}-\u{1f1ff}]/u;

/** At or before `position`, never inside of a joined emoji or a flag. Some browsers lack Intl.Segmenter. */
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
