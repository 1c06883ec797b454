import { sql } from 'kysely';
import type { Tx } from '../platform/database/database.ts';

export async function recordFailure(tx: Tx): Promise<void> {
  await sql`insert into status_failures default values`.execute(tx);
}
