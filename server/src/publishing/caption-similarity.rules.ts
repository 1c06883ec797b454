/** Words in a row that are compared. */
const SHINGLE_WORDS = 3;
/** Shorter captions say the same by chance. */
const MIN_WORDS = 6;
/** The part of all shingles of two captions that they must share. */
const MIN_SIMILARITY = 0.6;

/** Its words as they sound: without case, accents, signs, numbers' grouping, hashtags and mentions. */
export function extractWords(caption: string): string[] {
  const plain = caption
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[#@][\p{L}\p{N}_.]+/gu, ' ');
  return plain.match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** The rows of words of a caption; null of one that is too short to be compared. */
export type Shingles = ReadonlySet<string> | null;

export function toShingles(caption: string): Shingles {
  const words = extractWords(caption);
  if (words.length < MIN_WORDS) return null;
  const shingles = words
    .slice(0, words.length - SHINGLE_WORDS + 1)
    .map((_word, at) => words.slice(at, at + SHINGLE_WORDS).join(' '));
  return new Set(shingles);
}

/** Whether captions of so many shingles say nearly the same, if they share so many. */
export const isSimilarEnough = (shared: number, one: number, other: number): boolean =>
  shared >= MIN_SIMILARITY * (one + other - shared);

/** Whether two captions say nearly the same. */
export function areSimilar(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  let shared = 0;
  for (const shingle of one) if (other.has(shingle)) shared += 1;
  return isSimilarEnough(shared, one.size, other.size);
}
