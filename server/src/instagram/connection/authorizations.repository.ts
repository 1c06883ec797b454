import type { InstagramLogin } from '@pontual/contract/instagram/instagram.ts';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import type { Row } from '../../platform/database/rows.ts';

export type PendingAuthorization = Row<
  'instagram_authorizations',
  'session_id' | 'user_id' | 'workspace_id' | 'adds' | 'login'
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
      login: InstagramLogin;
    }): Promise<void> {
      const { stateHash, browserHash, sessionId, userId, workspaceId, adds, login } = authorization;
      await sql`delete from instagram_authorizations where expires_at < app_now()`.execute(db);
      await sql`
        insert into instagram_authorizations
          (state_hash, browser_hash, session_id, user_id, workspace_id, adds, login, expires_at)
        values (${stateHash}, ${browserHash}, ${sessionId}, ${userId}, ${workspaceId}, ${adds}, ${login},
                app_now() + interval '10 minutes')
      `.execute(db);
    },

    /** Valid once, for the browser that requested the authorization, for ten minutes. */
    async consume(stateHash: Buffer, browserHash: Buffer) {
      const taken = await sql<PendingAuthorization>`
        delete from instagram_authorizations
        where state_hash = ${stateHash} and browser_hash = ${browserHash} and expires_at > app_now()
        returning session_id, user_id, workspace_id, adds, login`.execute(db);
      return taken.rows[0];
    },
  };
}
