import { sql } from 'kysely';
import type { Db, Tx } from '../database/database.ts';

export interface NewConnection {
  id: string;
  workspaceId: string;
  igUserId: string;
  username: string;
  pageId: string;
  facebookUserId: string;
  /** Encrypted. */
  userToken: string;
  pageToken: string;
  pictureFileId: string | null;
  connectedBy: string;
}

/** SQL of Instagram accounts, connections and those being made. */
export function createInstagramRepository(db: Db | Tx) {
  return {
    async insertAuthorization(authorization: {
      stateHash: Buffer;
      browserHash: Buffer;
      userId: string;
      workspaceId: string;
    }): Promise<void> {
      const { stateHash, browserHash, userId, workspaceId } = authorization;
      await sql`delete from instagram_authorizations where expires_at < app_now()`.execute(db);
      await sql`
        insert into instagram_authorizations (state_hash, browser_hash, user_id, workspace_id, expires_at)
        values (${stateHash}, ${browserHash}, ${userId}, ${workspaceId}, app_now() + interval '10 minutes')
      `.execute(db);
    },

    /** Uses an authorization up: it is good once, for the browser that asked, for ten minutes. */
    async takeAuthorization(stateHash: Buffer, browserHash: Buffer) {
      const taken = await sql<{ user_id: string; workspace_id: string }>`
        delete from instagram_authorizations
        where state_hash = ${stateHash} and browser_hash = ${browserHash} and expires_at > app_now()
        returning user_id, workspace_id`.execute(db);
      return taken.rows[0];
    },

    /** Makes or replaces the workspace's connection; whatever paused the account is over. */
    async connect(connection: NewConnection): Promise<void> {
      const c = connection;
      await sql`
        insert into instagram_accounts (ig_user_id, username) values (${c.igUserId}, ${c.username})
        on conflict (ig_user_id) do update
          set username = excluded.username,
              paused_reason = case when instagram_accounts.paused_reason = 'reconnect' then null
                                   else instagram_accounts.paused_reason end`.execute(db);
      await sql`
        insert into instagram_connections
          (id, workspace_id, ig_user_id, page_id, facebook_user_id, user_token, page_token,
           picture_file_id, connected_by)
        values (${c.id}, ${c.workspaceId}, ${c.igUserId}, ${c.pageId}, ${c.facebookUserId},
                ${c.userToken}, ${c.pageToken}, ${c.pictureFileId}, ${c.connectedBy})
        on conflict (workspace_id) do update
          set ig_user_id = excluded.ig_user_id, page_id = excluded.page_id,
              facebook_user_id = excluded.facebook_user_id, user_token = excluded.user_token,
              page_token = excluded.page_token, picture_file_id = excluded.picture_file_id,
              connected_by = excluded.connected_by, connected_at = app_now()`.execute(db);
    },

    async disconnect(workspaceId: string): Promise<boolean> {
      const deleted = await db
        .deleteFrom('instagram_connections')
        .where('workspace_id', '=', workspaceId)
        .returning('id')
        .executeTakeFirst();
      return deleted !== undefined;
    },

    findConnection(workspaceId: string) {
      return db
        .selectFrom('instagram_connections as c')
        .innerJoin('instagram_accounts as a', 'a.ig_user_id', 'c.ig_user_id')
        .select(['c.ig_user_id', 'c.page_token', 'a.username', 'a.paused_reason'])
        .where('c.workspace_id', '=', workspaceId)
        .executeTakeFirst();
    },

    /** Stops the account until its owner authorises again. Answers whether this is news. */
    async pauseForReconnect(igUserId: string): Promise<boolean> {
      const paused = await db
        .updateTable('instagram_accounts')
        .set({ paused_reason: 'reconnect' })
        .where('ig_user_id', '=', igUserId)
        .where('paused_reason', 'is distinct from', 'reconnect')
        .returning('ig_user_id')
        .executeTakeFirst();
      return paused !== undefined;
    },
  };
}
