import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/database.ts';
import type { Origin } from '../../platform/http/origin.ts';

export type AccessLog = ReturnType<typeof createAccessLog>;

/** Required by Brazilian law (Lei 12.965/2014, art. 15), stored separately for six months. */
export function createAccessLog(db: Db | Tx) {
  return {
    async write(
      event: 'registered' | 'logged_in' | 'used' | 'logged_out',
      userId: string,
      { address, port }: Origin,
    ): Promise<void> {
      await db.insertInto('access_log').values({ event, user_id: userId, address, port }).execute();
    },

    async forgetOld(): Promise<void> {
      await sql`delete from access_log where at < app_now() - interval '6 months'`.execute(db);
    },
  };
}
