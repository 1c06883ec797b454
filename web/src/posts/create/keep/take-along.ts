import type { User } from '@pontual/contract/auth.ts';
import { asideOf, hasAside, ownerOf, readWords, writeAt, writeWords } from './words.ts';

/** What was begun where its user is no longer goes with them. */
export function takeAlong(from: User, to: User): void {
  const [left, next] = [ownerOf(from), ownerOf(to)];
  if (left === null || next === null || left === next) return;
  const words = readWords(left);
  if (words === null) return;
  if (readWords(next) === null) writeWords(next, words);
  else if (!hasAside(next)) writeAt(asideOf(next), words);
  else return;
  writeWords(left, null);
}
