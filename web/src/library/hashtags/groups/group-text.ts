import { HASHTAG_MAX } from '@pontual/contract/posts/captions.ts';
import { GROUP_NAME_MAX } from '@pontual/contract/posts/hashtag-groups.ts';
import {
  fold,
  findHashtags,
  toCharacterBoundary,
  type TextEdit,
} from '../../../posts/hashtag-text.ts';

/** The hashtags that stand in a text, each once, without their signs; as many as a group holds. */
export function extractHashtagNames(text: string): string[] {
  const first = new Map<string, string>();
  for (const { name } of findHashtags(text)) {
    if (!first.has(name.toLowerCase())) first.set(name.toLowerCase(), name);
  }
  return [...first.values()].slice(0, HASHTAG_MAX);
}

/**
 * Puts a group where the caret is, apart from what stands beside it; without those that the text has
 * already. Null where it has them all.
 */
export function insertGroup(
  text: string,
  caret: number,
  names: readonly string[],
): TextEdit | null {
  const existing = new Set(findHashtags(text).map(({ name }) => fold(name)));
  const missing = names.filter((name) => !existing.has(fold(name)));
  if (missing.length === 0) return null;
  const start = toCharacterBoundary(text, caret);
  const before = /\S$/.test(text.slice(0, start)) ? ' ' : '';
  const after = /^\S/.test(text.slice(start)) ? ' ' : '';
  const insertedText = missing.map((name) => `#${name}`).join(' ');
  return { start, end: start, text: `${before}${insertedText}${after}` };
}

/** What a group is called that nobody has named: by its first hashtag. */
export function defaultGroupName(names: readonly string[], taken: readonly string[]): string {
  const base = `#${names[0] ?? ''}`.slice(0, GROUP_NAME_MAX - 4);
  const others = new Set(taken.map((name) => name.toLowerCase()));
  let name = base;
  for (let count = 2; others.has(name.toLowerCase()); count += 1) name = `${base} ${count}`;
  return name;
}

/** What somebody typed as hashtags, with signs or without, apart by spaces, commas or lines. */
export const parseHashtags = (text: string): string[] =>
  text
    .split(/[\s,;#]+/)
    .map((name) => name.trim())
    .filter((name) => name !== '');
