/** What the search reads of an answer. */
export interface SearchedAnswer {
  question: string;
  /** Its paragraphs and list items. */
  texts: readonly string[];
}

const stopWords = new Set(
  'a as o os e de da do das dos em na no um uma que se por para com como meu minha meus minhas eu'.split(
    ' ',
  ),
);
/** Shorter words are not reduced to a singular. */
const SHORTEST_PLURAL = 4;

/** Without accents; a character whose length would change is only lowercased. */
const normalizeCharacter = (character: string): string => {
  const normalized = character.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
  return normalized.length === character.length ? normalized : character.toLowerCase();
};
/** Has the length of the NFC text, so that positions correspond. */
const normalize = (text: string): string =>
  Array.from(text.normalize('NFC'), normalizeCharacter).join('');

/** `senhas` also matches `senha`. */
function toSearchTerms(query: string): string[] {
  const all = normalize(query)
    .split(/[^\p{L}\p{N}$@#]+/u)
    .filter(Boolean);
  const significantWords = all.filter((word) => !stopWords.has(word));
  return (significantWords.length > 0 ? significantWords : all).map((word) =>
    word.length > SHORTEST_PLURAL ? word.replace(/s$/, '') : word,
  );
}

/** Those with all words in the question come first. */
export function search<A extends SearchedAnswer>(answers: readonly A[], query: string): A[] {
  const words = toSearchTerms(query);
  if (words.length === 0) return [];
  const has = (text: string) => words.every((word) => normalize(text).includes(word));
  const inQuestion = answers.filter(({ question }) => has(question));
  const anywhere = answers.filter(({ question, texts }) => has([question, ...texts].join('\n')));
  return [...new Set([...inQuestion, ...anywhere])];
}

/** Splits the text at the start and end of each match. */
export function highlight(text: string, query: string): { text: string; isFound: boolean }[] {
  const shown = text.normalize('NFC');
  const compared = normalize(text);
  const found = Array.from({ length: shown.length }, () => false);
  for (const word of toSearchTerms(query)) {
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

const CONTEXT_LENGTH = 40;

/** Empty where only the question matches. */
export function excerpt({ texts }: SearchedAnswer, query: string): string {
  for (const text of texts) {
    const [before, found] = highlight(text, query);
    if (before?.isFound === true) return text;
    if (before === undefined || found === undefined) continue;
    if (before.text.length <= CONTEXT_LENGTH) return text;
    const from = text.indexOf(' ', before.text.length - CONTEXT_LENGTH);
    return `…${text.slice(from)}`;
  }
  return '';
}
