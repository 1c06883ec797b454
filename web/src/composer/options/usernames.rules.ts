import { parseUsername } from '@pontual/contract/instagram/instagram.ts';

/** `tooMany` is the error for one name more. */
export interface NamesRule {
  max: number;
  tooMany: string;
}

/** `text` is the text of the next name. */
export interface NamesInput {
  names: readonly string[];
  text: string;
  error: string | null;
}

/** Invalid words, and names beyond the limit, stay in `text` with an error. */
export function addNames(names: readonly string[], text: string, rule: NamesRule): NamesInput {
  const accepted = [...names];
  const invalid: string[] = [];
  const beyond: string[] = [];
  for (const word of text.split(/[\s,;]+/)) {
    const name = parseUsername(word);
    if (name === null) invalid.push(word);
    else if (!accepted.includes(name) && accepted.length >= rule.max) beyond.push(word);
    else if (!accepted.includes(name)) accepted.push(name);
  }
  const [first, ...others] = invalid.filter((word) => word !== '');
  if (first === undefined) {
    return { names: accepted, text: beyond.join(' '), error: beyond[0] ? rule.tooMany : null };
  }
  const left = [first, ...others, ...beyond];
  return { names: accepted, text: left.join(' '), error: invalidNameText(first) };
}

const invalidNameText = (word: string) =>
  `"${word}" não é um nome de usuário do Instagram. Use letras sem acento, números, ponto e sublinhado.`;

/** Adds names before a comma, semicolon or space; the rest stays in `text`. */
export function typeName(names: readonly string[], text: string, rule: NamesRule): NamesInput {
  const [, finished = '', rest = ''] = /^(.*[\s,;])?([^\s,;]*)$/s.exec(text) ?? [];
  const added = addNames(names, finished, rule);
  if (added.error !== null) {
    return { ...added, text: [added.text, rest].filter((part) => part !== '').join(' ') };
  }
  if (rest === '') return added;
  // Reported at the first letter, before the user types a whole name.
  if (added.names.length >= rule.max) return { ...added, text: rest, error: rule.tooMany };
  return { ...added, text: rest };
}

/** Null if the key only types. */
export function handleNameKey(
  key: string,
  { names, text }: Pick<NamesInput, 'names' | 'text'>,
  rule: NamesRule,
): NamesInput | null {
  if (key === 'Enter') return addNames(names, text, rule);
  if (key !== 'Backspace' || text !== '' || names.length === 0) return null;
  return { names: names.slice(0, -1), text, error: null };
}

export function namesAnnouncement(before: readonly string[], after: readonly string[]): string {
  const joinNames = (names: readonly string[]) => names.map((name) => `@${name}`).join(', ');
  const added = after.filter((name) => !before.includes(name));
  const removed = before.filter((name) => !after.includes(name));
  if (added.length > 0) return `${joinNames(added)}: adicionado`;
  return removed.length > 0 ? `${joinNames(removed)}: removido` : '';
}
