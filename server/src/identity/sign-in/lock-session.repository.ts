import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import { liveSession } from './auth.repository.ts';

/** The session cannot end before the transaction does. Returns false when it has already ended. */
export async function lockSession(
  tx: Tx,
  { sessionId, userId }: { sessionId: string; userId: string },
): Promise<boolean> {
  // The same order as a password change, to avoid a deadlock.
  await sql`select from users where id = ${userId} for share`.execute(tx);
  const locked = await sql`select from sessions s
    where s.id = ${sessionId} and ${liveSession} for share`.execute(tx);
  return locked.rows.length > 0;
}
