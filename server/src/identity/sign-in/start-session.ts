import type { Tx } from '../../platform/database/database.ts';
import type { Visitor } from '../../platform/http/origin.ts';
import { hashToken, newId, newToken } from '../../platform/ids.ts';
import { createAccessLog } from './access-log.repository.ts';
import { createAuthRepository } from './auth.repository.ts';

export interface NewSession {
  userId: string;
  passwordHash?: string;
  visitor: Visitor;
}

/** Returns undefined when the password has changed meanwhile, or the user is gone. */
export async function startSession(
  tx: Tx,
  { userId, passwordHash, visitor }: NewSession,
): Promise<string | undefined> {
  const token = newToken();
  const isOpen = await createAuthRepository(tx).insertSession({
    id: newId(),
    userId,
    passwordHash,
    tokenHash: hashToken(token),
    userAgent: visitor.userAgent,
  });
  if (!isOpen) return undefined;
  await createAccessLog(tx).write('logged_in', userId, visitor.origin);
  return token;
}
