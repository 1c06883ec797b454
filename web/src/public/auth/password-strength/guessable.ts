import { commonWords } from './common-words.ts';

const ROWS = [
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'qazwsxedcrfvtgbyhnujmikolp',
  '01234567890',
];
const KEYBOARD_WALKS = [
  '1q2w3e4r5t6y7u8i9o0p',
  'q1w2e3r4t5y6u7i8o9p0',
  '1qaz2wsx3edc4rfv5tgb',
  'zaq12wsxcde34rfv',
];

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

/** So many characters around a word are quick to try. */
const MAX_AFFIX_LENGTH = 5;
const SHORTEST_WORD = 3;

/**
 * True for a common word, or one from the email address, with a few characters around it; a keyboard run; or
 * at most three distinct characters. Only causes a warning.
 */
export function isGuessable(password: string, email = ''): boolean {
  const text = normalize(password);
  if (new Set(text).size <= 3) return true;
  if (KEYBOARD_WALKS.some((walk) => walk.startsWith(text) || walk.startsWith(reverse(text))))
    return true;
  const [before, inner, after] = splitAffixes(text);
  if (inner.length < SHORTEST_WORD && [before, after].every(isEasyAffix)) return true;
  const wordsOfEmail = emailWords(email);
  const isKnown = (word: string) =>
    isRun(word) || commonWords.has(word) || wordsOfEmail.has(word) || isRepeated(word, isKnown);
  return listCandidateWords(text).some(
    ({ word, affixes }) => isKnown(word) && affixes.every(isEasyAffix),
  );
}

const normalize = (text: string) => text.toLowerCase().normalize('NFD').replaceAll(/\p{M}/gu, '');

function splitAffixes(text: string): [before: string, inner: string, after: string] {
  const [, before = '', inner = '', after = ''] = /^([^a-z]*)(.*?)([^a-z]*)$/.exec(text) ?? [];
  return [before, inner, after];
}

/** The inner word as written and with lookalikes replaced, and the characters around it. */
function listCandidateWords(text: string): { word: string; affixes: string[] }[] {
  const letters = text.replaceAll(/./g, (sign) => LOOKALIKES[sign] ?? sign);
  // Characters at the ends may belong to the word (`5enha`) or not (`Senha5`).
  const [before, inner, after] = splitAffixes(text);
  const within = letters.slice(before.length, letters.length - after.length);
  const asWritten = { word: inner.replaceAll(/[^a-z]/g, ''), affixes: [before, after] };
  return [
    asWritten,
    { word: within, affixes: [before, after] },
    { word: letters.slice(0, letters.length - after.length), affixes: [after] },
  ];
}

function isEasyAffix(signs: string): boolean {
  return signs.length <= MAX_AFFIX_LENGTH || isRun(signs) || new Set(signs).size <= 2;
}

function isRun(text: string): boolean {
  if (text.length < SHORTEST_WORD) return false;
  if (new Set(text).size === 1) return true;
  return ROWS.some((row) => row.includes(text) || row.includes(reverse(text)));
}

const reverse = (text: string) => text.split('').toReversed().join('');

function isRepeated(word: string, isKnown: (half: string) => boolean): boolean {
  const half = word.slice(0, word.length / 2);
  return half.length >= SHORTEST_WORD && half + half === word && isKnown(half);
}

function emailWords(email: string): ReadonlySet<string> {
  const [name = '', domain = ''] = normalize(email).split('@');
  const parts = [...name.split(/[^a-z]+/), name.replaceAll(/[^a-z]/g, ''), ...domain.split('.')];
  return new Set(parts.filter((part) => part.length >= SHORTEST_WORD));
}
