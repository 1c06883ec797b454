import { createHash, randomBytes } from 'node:crypto';
import { v7 } from 'uuid';

/** Returns a new row id (UUID v7): ordered by time, so that indexes grow at their end. */
export const newId = (): string => v7();

/** Returns 256 random bits in base64url, for a secret such as a session token or a state. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** Returns the stored form of a token. Tokens are random, so a plain hash is enough. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();
