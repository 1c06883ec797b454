import { randomBytes, randomInt } from 'node:crypto';

const PREFIXES = { container: '178', media: '179', comment: '180' } as const;
const POOL_BYTES = 16_384;

export type Ids = {
  /** A Graph id: 17 digits, always a string because JSON numbers cannot hold it. */
  graphId(kind: keyof typeof PREFIXES): string;
  digits(prefix: string, count: number): string;
  /** A shortcode such as `CLLiA4rl_tx`, the public name of a published medium. */
  shortcode(): string;
  secret(prefix: string): string;
  /** A trace id of Facebook for one response, such as `A6LJylpZRKw2xKLFsAP-cJh`. */
  traceId(): string;
};

/** Creates ids with secure randomness, or with `random`, which makes a simulation reproducible. */
export function createIds(random?: () => number): Ids {
  const below = (end: number): number =>
    random ? Math.min(end - 1, Math.floor(random() * end)) : randomInt(end);
  const bytes = random
    ? (count: number): Buffer => Buffer.from(Array.from({ length: count }, () => below(256)))
    : openPool();
  const digits = (prefix: string, count: number): string =>
    prefix + String(below(10 ** count)).padStart(count, '0');
  return {
    graphId: (kind) => digits(PREFIXES[kind], 14),
    digits,
    shortcode: () => `D${bytes(8).toString('base64url').slice(0, 10)}`,
    secret: (prefix) => prefix + bytes(48).toString('base64url').replaceAll(/[-_]/g, 'Z'),
    traceId: () => `A${bytes(17).toString('base64url').slice(0, 22)}`,
  };
}

/** Reads random bytes by the thousand, because a system call per response costs more than the response. */
function openPool(): (count: number) => Buffer {
  let pool = randomBytes(POOL_BYTES);
  let used = 0;
  return (count) => {
    if (used + count > pool.length) {
      pool = randomBytes(POOL_BYTES);
      used = 0;
    }
    used += count;
    return pool.subarray(used - count, used);
  };
}
