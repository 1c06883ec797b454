import { randomBytes, randomInt } from 'node:crypto';

const PREFIXES = { container: '178', media: '179', comment: '180' } as const;

/** A new Graph id: 17 digits, always a string because JSON numbers cannot hold it. */
export function newId(kind: keyof typeof PREFIXES): string {
  return newDigits(PREFIXES[kind], 14);
}

/** A string of digits: a prefix and as many random ones as asked for. */
export function newDigits(prefix: string, count: number): string {
  return prefix + String(randomInt(10 ** count)).padStart(count, '0');
}

/** A shortcode such as `CLLiA4rl_tx`, the public name of a published medium. */
export function newShortcode(): string {
  return `D${randomBytes(8).toString('base64url').slice(0, 10)}`;
}

/** An opaque secret for a code or a token. */
export function newSecret(prefix: string): string {
  return prefix + randomBytes(48).toString('base64url').replaceAll(/[-_]/g, 'Z');
}

/** An id of Facebook's log for one answer, such as `A6LJylpZRKw2xKLFsAP-cJh`. */
export function newTraceId(): string {
  return `A${randomBytes(17).toString('base64url').slice(0, 22)}`;
}
