import { sql } from 'kysely';
import type { Tx } from '../platform/database/database.ts';

/**
 * Counts a post that failed through our own fault, in the transaction that ends it. The status page
 * reads the count.
 */
export async function recordFailure(tx: Tx): Promise<void> {
  await sql`insert into status_failures default values`.execute(tx);
}
