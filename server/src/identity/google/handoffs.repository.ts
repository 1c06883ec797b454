import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/database.ts';

/** A browser opens its session with a hand-off token after a sign-in. */
export function createHandoffsRepository(db: Db | Tx) {
  return {
    async insert(tokenHash: Buffer, browserHash: Buffer, userId: string): Promise<void> {
      await sql`
        insert into handoffs (token_hash, browser_hash, user_id, expires_at)
        values (${tokenHash}, ${browserHash}, ${userId}, app_now() + interval '60 seconds')
      `.execute(db);
    },

    /** The sign-in methods do not change until the transaction ends. */
    async lockUserByToken(tokenHash: Buffer): Promise<void> {
      await sql`
        select from users where id = (
          select user_id from handoffs where token_hash = ${tokenHash})
        for share`.execute(db);
    },

    async forgetExpired(): Promise<void> {
      await sql`delete from handoffs where expires_at < app_now()`.execute(db);
    },

    /** Valid once, for the browser that signed in, for a minute. */
    async consume(tokenHash: Buffer, browserHash: Buffer): Promise<string | undefined> {
      const consumed = await sql<{ user_id: string }>`
        delete from handoffs
        where token_hash = ${tokenHash} and browser_hash = ${browserHash} and expires_at > app_now()
        returning user_id`.execute(db);
      return consumed.rows[0]?.user_id;
    },
  };
}
