import { sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import type { Row } from '../../platform/database/rows.ts';

export type PendingAuthorization = Row<
  'instagram_authorizations',
  'session_id' | 'user_id' | 'workspace_id' | 'adds'
>;

export function createAuthorizationsRepository(db: Db) {
  return {
    async insert(authorization: {
      stateHash: Buffer;
      browserHash: Buffer;
      sessionId: string;
      userId: string;
      workspaceId: string;
      adds: boolean;
    }): Promise<void> {
      const { stateHash, browserHash, sessionId, userId, workspaceId, adds } = authorization;
      await sql`delete from instagram_authorizations where expires_at < app_now()`.execute(db);
      await sql`
        insert into instagram_authorizations
          (state_hash, browser_hash, session_id, user_id, workspace_id, adds, expires_at)
        values (${stateHash}, ${browserHash}, ${sessionId}, ${userId}, ${workspaceId}, ${adds},
                app_now() + interval '10 minutes')
      `.execute(db);
    },

    /** Valid once, for the browser that requested the authorization, for ten minutes. */
    async consume(stateHash: Buffer, browserHash: Buffer) {
      const taken = await sql<PendingAuthorization>`
        delete from instagram_authorizations
        where state_hash = ${stateHash} and browser_hash = ${browserHash} and expires_at > app_now()
        returning session_id, user_id, workspace_id, adds`.execute(db);
      return taken.rows[0];
    },
  };
}
