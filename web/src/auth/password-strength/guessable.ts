import { commonWords } from './words.ts';

/** Keys that lie side by side, or follow each other, and what is walked across them. */
const ROWS = [
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'qazwsxedcrfvtgbyhnujmikolp',
  '01234567890',
];
const WALKS = [
  '1q2w3e4r5t6y7u8i9o0p',
  'q1w2e3r4t5y6u7i8o9p0',
  '1qaz2wsx3edc4rfv5tgb',
  'zaq12wsxcde34rfv',
];

/** Letters that are written as what looks like them. */
const LOOKALIKES: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '8': 'b',
  '@': 'a',
  $: 's',
  '!': 'i',
};

/** So many signs around a word are soon tried out. */
const SOON_TRIED = 5;
const SHORTEST_WORD = 3;

/**
 * Whether a password is among the first that somebody tries: a common word, or one of the owner's
 * own, with a few signs around it; a run of keys; or hardly any different signs. It judges what
 * keeps the rules already; nobody is refused for it.
 */
export function isGuessable(password: string, email = ''): boolean {
  const text = plain(password);
  if (new Set(text).size <= 3) return true;
  if (WALKS.some((walk) => walk.startsWith(text) || walk.startsWith(mirrored(text)))) return true;
  const [before, inner, after] = apart(text);
  if (inner.length < SHORTEST_WORD && [before, after].every(isSoonTried)) return true;
  const own = ownWords(email);
  const isKnown = (word: string) =>
    isRun(word) || commonWords.has(word) || own.has(word) || isTwice(word, isKnown);
  return readings(text).some(({ word, around }) => isKnown(word) && around.every(isSoonTried));
}

const plain = (text: string) => text.toLowerCase().normalize('NFD').replaceAll(/\p{M}/gu, '');

/** What stands before the first letter, from there to the last, and after it. */
function apart(text: string): [before: string, inner: string, after: string] {
  const [, before = '', inner = '', after = ''] = /^([^a-z]*)(.*?)([^a-z]*)$/.exec(text) ?? [];
  return [before, inner, after];
}

/** The word within, as it stands there and with its lookalikes read as letters; and what surrounds it. */
function readings(text: string): { word: string; around: string[] }[] {
  const letters = text.replaceAll(/./g, (sign) => LOOKALIKES[sign] ?? sign);
  // Signs at the ends may belong to the word (`5enha`) or not (`Senha5`).
  const [before, inner, after] = apart(text);
  const within = letters.slice(before.length, letters.length - after.length);
  const asWritten = { word: inner.replaceAll(/[^a-z]/g, ''), around: [before, after] };
  return [
    asWritten,
    { word: within, around: [before, after] },
    { word: letters.slice(0, letters.length - after.length), around: [after] },
  ];
}

function isSoonTried(signs: string): boolean {
  return signs.length <= SOON_TRIED || isRun(signs) || new Set(signs).size <= 2;
}

/** Three keys or more in a row, one way or the other, or the same one again and again. */
function isRun(text: string): boolean {
  if (text.length < SHORTEST_WORD) return false;
  if (new Set(text).size === 1) return true;
  return ROWS.some((row) => row.includes(text) || row.includes(mirrored(text)));
}

const mirrored = (text: string) => text.split('').toReversed().join('');

function isTwice(word: string, isKnown: (half: string) => boolean): boolean {
  const half = word.slice(0, word.length / 2);
  return half.length >= SHORTEST_WORD && half + half === word && isKnown(half);
}

/** What stands in somebody's address, as one word and by its parts. */
function ownWords(email: string): ReadonlySet<string> {
  const [name = '', domain = ''] = plain(email).split('@');
  const parts = [...name.split(/[^a-z]+/), name.replaceAll(/[^a-z]/g, ''), ...domain.split('.')];
  return new Set(parts.filter((part) => part.length >= SHORTEST_WORD));
}
