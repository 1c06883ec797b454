const SHINGLE_WORDS = 3;
/** Shorter captions are similar by chance. */
const MIN_WORDS = 6;
const MIN_SIMILARITY = 0.6;

/** Without case, accents, punctuation, hashtags and mentions. */
export function extractWords(caption: string): string[] {
  const plain = caption
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[#@][\p{L}\p{N}_.]+/gu, ' ');
  return plain.match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** Sequences of words; null when the caption is too short to be compared. */
export type Shingles = ReadonlySet<string> | null;

export function toShingles(caption: string): Shingles {
  const words = extractWords(caption);
  if (words.length < MIN_WORDS) return null;
  const shingles = words
    .slice(0, words.length - SHINGLE_WORDS + 1)
    .map((_word, at) => words.slice(at, at + SHINGLE_WORDS).join(' '));
  return new Set(shingles);
}

/** `one`, `other`: the shingles of each caption; `shared`: those that both have. */
export const isSimilarEnough = (shared: number, one: number, other: number): boolean =>
  shared >= MIN_SIMILARITY * (one + other - shared);

export function areSimilar(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  let shared = 0;
  for (const shingle of one) if (other.has(shingle)) shared += 1;
  return isSimilarEnough(shared, one.size, other.size);
}
