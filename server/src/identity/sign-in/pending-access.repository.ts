import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';

/** The verified owner did not request them, and they would still open the account or change its address. */
export async function endPendingAccess(tx: Tx, userId: string): Promise<void> {
  await sql`delete from password_resets where user_id = ${userId}`.execute(tx);
  await sql`delete from email_changes where user_id = ${userId}`.execute(tx);
  await sql`delete from handoffs where user_id = ${userId}`.execute(tx);
  await sql`delete from api_tokens where user_id = ${userId}`.execute(tx);
}
