import { usernameOf } from '@pontual/contract/instagram.ts';

/** How many names a list takes, and what is said to one more. */
export interface NamesRule {
  max: number;
  tooMany: string;
}

/** A list of usernames while somebody writes the next one. */
export interface Naming {
  names: readonly string[];
  /** What is not a name yet, or cannot be one. */
  text: string;
  error: string | null;
}

/** All that is written is finished: by Enter, by leaving the field, by pasting a list. */
export function addNames(names: readonly string[], written: string, rule: NamesRule): Naming {
  const kept = [...names];
  const wrong: string[] = [];
  let over = false;
  for (const word of written.split(/[\s,;]+/)) {
    const name = usernameOf(word);
    if (name === null) wrong.push(word);
    else if (!kept.includes(name) && kept.length >= rule.max) over = true;
    else if (!kept.includes(name)) kept.push(name);
  }
  const [first, ...others] = wrong.filter((word) => word !== '');
  if (first === undefined) return { names: kept, text: '', error: over ? rule.tooMany : null };
  return { names: kept, text: [first, ...others].join(' '), error: notAName(first) };
}

const notAName = (word: string) =>
  `"${word}" não é um nome de usuário do Instagram. Use letras sem acento, números, ponto e sublinhado.`;

/** The field holds this text now: what a comma or a space ends is finished, the rest goes on. */
export function typeName(names: readonly string[], text: string, rule: NamesRule): Naming {
  const [, finished = '', rest = ''] = /^(.*[\s,;])?([^\s,;]*)$/s.exec(text) ?? [];
  const added = addNames(names, finished, rule);
  if (added.error !== null) {
    return { ...added, text: [added.text, rest].filter((part) => part !== '').join(' ') };
  }
  if (rest === '') return added;
  // Nobody writes a whole name to hear that there is no room for it.
  if (added.names.length >= rule.max) return { ...added, text: '', error: rule.tooMany };
  return { ...added, text: rest };
}

/** What a key makes of it; null where it is only typed. */
export function pressName(
  key: string,
  { names, text }: Pick<Naming, 'names' | 'text'>,
  rule: NamesRule,
): Naming | null {
  if (key === 'Enter') return addNames(names, text, rule);
  if (key !== 'Backspace' || text !== '' || names.length === 0) return null;
  return { names: names.slice(0, -1), text, error: null };
}

/** What is read out about a change; empty where nothing changed. */
export function namesNews(before: readonly string[], after: readonly string[]): string {
  const said = (names: readonly string[]) => names.map((name) => `@${name}`).join(', ');
  const added = after.filter((name) => !before.includes(name));
  const removed = before.filter((name) => !after.includes(name));
  if (added.length > 0) return `${said(added)}: adicionado`;
  return removed.length > 0 ? `${said(removed)}: removido` : '';
}
