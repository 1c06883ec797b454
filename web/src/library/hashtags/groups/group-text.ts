import { HASHTAG_MAX } from '@pontual/contract/shared/instagram-limits.ts';
import { GROUP_NAME_MAX } from '@pontual/contract/posts/hashtag-groups.ts';
import {
  fold,
  findHashtags,
  toCharacterBoundary,
  type TextEdit,
} from '../../../posts/hashtag-text.ts';

/** Once each, without signs, at most as many as a group holds. */
export function extractHashtagNames(text: string): string[] {
  const first = new Map<string, string>();
  for (const { name } of findHashtags(text)) {
    if (!first.has(name.toLowerCase())) first.set(name.toLowerCase(), name);
  }
  return [...first.values()].slice(0, HASHTAG_MAX);
}

/** The edit omits hashtags that the text already has; null if it has them all. */
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

/** A number follows if the name is taken. */
export function defaultGroupName(names: readonly string[], taken: readonly string[]): string {
  const base = `#${names[0] ?? ''}`.slice(0, GROUP_NAME_MAX - 4);
  const others = new Set(taken.map((name) => name.toLowerCase()));
  let name = base;
  for (let count = 2; others.has(name.toLowerCase()); count += 1) name = `${base} ${count}`;
  return name;
}

export const parseHashtags = (text: string): string[] =>
  text
    .split(/[\s,;#]+/)
    .map((name) => name.trim())
    .filter((name) => name !== '');
