import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { v7 } from 'uuid';

/** UUID v7: ordered by time, so that indexes grow at their end. */
export const newId = (): string => v7();

export const newToken = (): string => randomBytes(32).toString('base64url');

/** Tokens are random, so a plain hash is enough. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/** In constant time, against timing attacks. */
export const isSameSecret = (one: string, other: string): boolean =>
  timingSafeEqual(hashToken(one), hashToken(other));
