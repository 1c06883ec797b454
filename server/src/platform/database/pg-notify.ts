import { sql } from 'kysely';
import type { Db } from './database.ts';

/** Sends each payload, of at most 8,000 bytes, to the sessions that listen on the channel. */
export async function pgNotify(
  db: Db,
  channel: string,
  payloads: readonly string[],
): Promise<void> {
  await sql`select pg_notify(${channel}, payload) from unnest(${[...payloads]}::text[]) payload`.execute(
    db,
  );
}
