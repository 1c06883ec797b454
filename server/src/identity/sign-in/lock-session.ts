import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import { liveSession } from './auth.repository.ts';

/** Until the transaction ends, nobody ends this session; false when somebody has. */
export async function lockSession(
  tx: Tx,
  { sessionId, userId }: { sessionId: string; userId: string },
): Promise<boolean> {
  // The user first, as whoever changes a password does: otherwise each could wait for the other.
  await sql`select from users where id = ${userId} for share`.execute(tx);
  const locked = await sql`select from sessions s
    where s.id = ${sessionId} and ${liveSession} for share`.execute(tx);
  return locked.rows.length > 0;
}
