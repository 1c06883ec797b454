import { createHash, randomBytes } from 'node:crypto';
import { v7 } from 'uuid';

/** A new row id: ordered by time, so that indexes grow at their end. */
export const newId = (): string => v7();

/** 256 random bits for whoever must prove something: a session, a state. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** What is stored of a token. Tokens are random, so a plain hash is enough. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();
