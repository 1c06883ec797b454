import { faq } from './faq/faq.ts';
import type { Answer, FaqCategory } from './faq/answer.ts';

/** An answer and the tab under which it stands. */
export interface Found {
  answer: Answer;
  category: FaqCategory['id'];
}

/** Words that every question has say nothing of what is looked for. */
const idle = new Set(
  'a as o os e de da do das dos em na no um uma que se por para com como meu minha meus minhas eu'.split(
    ' ',
  ),
);
/** Shorter words have their plural by another letter. */
const SHORTEST_PLURAL = 4;

/** Each character as it is compared: without accents, small; of one that is not one, nothing. */
const plainOf = (character: string): string => {
  const plain = character.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
  return plain.length === character.length ? plain : character.toLowerCase();
};
/** As long as the text itself, so that a place in one is the same place in the other. */
const plain = (text: string): string => Array.from(text.normalize('NFC'), plainOf).join('');

/** What is looked for, word by word; whoever types `senhas` finds `senha` too. */
function wordsOf(query: string): string[] {
  const all = plain(query)
    .split(/[^\p{L}\p{N}$@#]+/u)
    .filter(Boolean);
  const telling = all.filter((word) => !idle.has(word));
  return (telling.length > 0 ? telling : all).map((word) =>
    word.length > SHORTEST_PLURAL ? word.replace(/s$/, '') : word,
  );
}

const everything: readonly Found[] = faq.flatMap(({ id, answers }) =>
  answers.map((answer) => ({ answer, category: id })),
);

/** The answers that have all the words, those that have them in their question first. */
export function search(query: string): readonly Found[] {
  const words = wordsOf(query);
  if (words.length === 0) return [];
  const has = (text: string) => words.every((word) => plain(text).includes(word));
  const inQuestion = everything.filter(({ answer }) => has(answer.question));
  const anywhere = everything.filter(({ answer }) =>
    has([answer.question, ...answer.blocks.flat()].join('\n')),
  );
  return [...new Set([...inQuestion, ...anywhere])];
}

/** A text cut where what is looked for begins and ends. */
export function highlight(text: string, query: string): { text: string; isFound: boolean }[] {
  const shown = text.normalize('NFC');
  const compared = plain(text);
  const found = Array.from({ length: shown.length }, () => false);
  for (const word of wordsOf(query)) {
    for (let at = compared.indexOf(word); at !== -1; at = compared.indexOf(word, at + 1)) {
      found.fill(true, at, at + word.length);
    }
  }
  const parts: { text: string; isFound: boolean }[] = [];
  for (let at = 0; at < shown.length;) {
    const isFound = found[at] === true;
    let end = at;
    while (end < shown.length && found[end] === isFound) end += 1;
    parts.push({ text: shown.slice(at, end), isFound });
    at = end;
  }
  return parts;
}

/** So many characters before what was found tell where it stands. */
const BEFORE = 40;

/** Where in an answer what is looked for stands; empty where it is in the question alone. */
export function excerpt(answer: Answer, query: string): string {
  for (const text of answer.blocks.flat()) {
    const [before, found] = highlight(text, query);
    if (before?.isFound === true) return text;
    if (before === undefined || found === undefined) continue;
    if (before.text.length <= BEFORE) return text;
    const from = text.indexOf(' ', before.text.length - BEFORE);
    return `…${text.slice(from)}`;
  }
  return '';
}

/** The answer that an address names, behind its `#`. */
export const answerAt = (hash: string): Found | undefined =>
  everything.find(({ answer }) => hash === `#${answer.id}`);
