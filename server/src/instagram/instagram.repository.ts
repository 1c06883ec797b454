import { sql } from 'kysely';
import type { Db, Tx } from '../database/database.ts';
import { interval } from '../database/interval.ts';
import type { PauseReason } from '../database/tables.ts';

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
  userTokenExpiresAt: Date | null;
  dataAccessExpiresAt: Date | null;
  pictureFileId: string | null;
  connectedBy: string;
}

export interface ConnectionView {
  id: string;
  ig_user_id: string;
  username: string;
  /** Encrypted. */
  page_token: string;
  user_token: string;
  needs_reconnect: boolean;
  /** What Instagram said then. */
  reconnect_code: string | null;
  is_ended: boolean;
  /** Null when nothing pauses the account now. */
  paused_reason: PauseReason | null;
  /** What Instagram said then. */
  paused_code: string | null;
  paused_until: Date | null;
  paused_for_ms: number | null;
}

const connectionView = sql`
  c.id, c.ig_user_id, a.username, c.page_token, c.user_token, c.needs_reconnect, c.reconnect_code, c.ended_at is not null as is_ended,
  case when a.paused_until > app_now() then a.paused_reason end as paused_reason, a.paused_code,
  case when a.paused_until > app_now() then a.paused_until end as paused_until,
  (extract(epoch from a.paused_until - app_now()) * 1000)::float8 as paused_for_ms`;

/** SQL of Instagram accounts, connections and those being made. */
export function createInstagramRepository(db: Db | Tx) {
  return {
    async insertAuthorization(authorization: {
      stateHash: Buffer;
      browserHash: Buffer;
      sessionId: string;
      userId: string;
      workspaceId: string;
    }): Promise<void> {
      const { stateHash, browserHash, sessionId, userId, workspaceId } = authorization;
      await sql`delete from instagram_authorizations where expires_at < app_now()`.execute(db);
      await sql`
        insert into instagram_authorizations
          (state_hash, browser_hash, session_id, user_id, workspace_id, expires_at)
        values (${stateHash}, ${browserHash}, ${sessionId}, ${userId}, ${workspaceId},
                app_now() + interval '10 minutes')
      `.execute(db);
    },

    /** Uses an authorization up: it is good once, for the browser that asked, for ten minutes. */
    async takeAuthorization(stateHash: Buffer, browserHash: Buffer) {
      const taken = await sql<{ session_id: string; user_id: string; workspace_id: string }>`
        delete from instagram_authorizations
        where state_hash = ${stateHash} and browser_hash = ${browserHash} and expires_at > app_now()
        returning session_id, user_id, workspace_id`.execute(db);
      return taken.rows[0];
    },

    /** Makes the workspace's connection; one that stands must have been ended before. */
    async connect(connection: NewConnection): Promise<void> {
      const c = connection;
      await sql`
        insert into instagram_accounts (ig_user_id, username) values (${c.igUserId}, ${c.username})
        on conflict (ig_user_id) do update
          set username = excluded.username,
              -- Whoever authorises anew has been to Instagram and seen its warning.
              paused_until = case when instagram_accounts.paused_reason = 'blocked' then null
                                  else instagram_accounts.paused_until end,
              paused_reason = nullif(instagram_accounts.paused_reason, 'blocked')`.execute(db);
      await sql`
        insert into instagram_connections
          (id, workspace_id, ig_user_id, page_id, facebook_user_id, user_token, page_token,
           picture_file_id, connected_by, user_token_expires_at, data_access_expires_at)
        values (${c.id}, ${c.workspaceId}, ${c.igUserId}, ${c.pageId}, ${c.facebookUserId},
                ${c.userToken}, ${c.pageToken}, ${c.pictureFileId}, ${c.connectedBy},
                ${c.userTokenExpiresAt}, ${c.dataAccessExpiresAt})`.execute(db);
    },

    /** Ends the workspace's connection; its tokens stay only while a post in doubt needs them. */
    async end(workspaceId: string): Promise<void> {
      await sql`
        update instagram_connections set ended_at = app_now()
        where workspace_id = ${workspaceId} and ended_at is null`.execute(db);
      await forgetEnded(db);
    },

    forgetEnded: () => forgetEnded(db),

    /** The workspace's connection and what holds it up. */
    async findConnection(workspaceId: string): Promise<ConnectionView | undefined> {
      const found = await sql<ConnectionView>`
        select ${connectionView}
        from instagram_connections c join instagram_accounts a on a.ig_user_id = c.ig_user_id
        where c.workspace_id = ${workspaceId} and c.ended_at is null`.execute(db);
      return found.rows[0];
    },

    /** The newest connection to this account, ended or not: good for reading. */
    async findForReading(
      workspaceId: string,
      igUserId: string,
    ): Promise<ConnectionView | undefined> {
      const found = await sql<ConnectionView>`
        select ${connectionView}
        from instagram_connections c join instagram_accounts a on a.ig_user_id = c.ig_user_id
        where c.workspace_id = ${workspaceId} and c.ig_user_id = ${igUserId}
        order by c.ended_at desc nulls first limit 1`.execute(db);
      return found.rows[0];
    },

    /** Instagram refused this token. Of no effect when the owner has connected anew meanwhile. */
    async markForReconnect(sealedToken: string, code: string | null): Promise<void> {
      await db
        .updateTable('instagram_connections')
        .set({ needs_reconnect: true, reconnect_code: code })
        .where('page_token', '=', sealedToken)
        .execute();
    },

    /** Stops everything on the account for so long, unless it is stopped for the same or for longer. */
    async pause(
      igUserId: string,
      { reason, code }: { reason: PauseReason; code: string },
      ms: number,
    ): Promise<void> {
      await sql`
        update instagram_accounts
        set paused_reason = ${reason}, paused_code = ${code}, paused_until = app_now() + ${interval(ms)}
        where ig_user_id = ${igUserId}
          and (paused_until is null or paused_until < app_now() or (paused_reason <> ${reason}
            and paused_until < app_now() + ${interval(ms)}))`.execute(db);
    },
  };
}

/** Until the transaction ends, nobody else changes the workspace's connection. */
export async function holdConnection(tx: Tx, workspaceId: string): Promise<void> {
  await sql`select from instagram_connections
    where workspace_id = ${workspaceId} and ended_at is null for no key update`.execute(tx);
}

/**
 * Deletes ended connections that no doubt needs any more, or that are older than 24 hours. Those of an
 * account that is being deleted stay for it: it gives their permissions back.
 */
async function forgetEnded(db: Db | Tx): Promise<void> {
  const gone = await sql<{ picture_file_id: string | null }>`
    delete from instagram_connections c
    where (ended_at < app_now() - interval '24 hours' or (ended_at is not null and not exists (
        select from posts p where p.workspace_id = c.workspace_id
          and p.ig_user_id = c.ig_user_id and p.stage in ('publishing', 'doubt'))))
      and not exists (
        select from deletions d
        where d.kind = 'account' and d.workspace_id = c.workspace_id and d.finished_at is null)
    returning picture_file_id`.execute(db);
  const pictures = gone.rows.flatMap(({ picture_file_id: id }) => (id === null ? [] : [id]));
  if (pictures.length > 0) {
    await db.deleteFrom('media_files').where('id', 'in', pictures).execute();
  }
}
