import { sql } from 'kysely';
import { hashToken, newId, newToken } from '@pontual/server/platform/ids.ts';
import { createInstagramRepository } from '@pontual/server/instagram/connection/instagram.repository.ts';
import type { Services } from '@pontual/server/composition/services.ts';
import type { Login, Sandbox } from './sandbox.ts';

export interface Owner {
  username: string;
  igUserId: string;
  userId: string;
  workspaceId: string;
  token: string;
}

const DAY_MS = 86_400_000;

export type Users = ReturnType<typeof createUsers>;

/** Creates users directly in the database: passwords and dialogs are out of scope. */
export function createUsers({ services, sandbox }: { services: Services; sandbox: Sandbox }) {
  const { db } = services.platform.database;

  async function connect(
    { userId, workspaceId }: Pick<Owner, 'userId' | 'workspaceId'>,
    login: Login,
  ): Promise<void> {
    const seal = (secret: string) =>
      services.instagram.accounts.seal(workspaceId, login.ig_user_id, secret);
    await services.platform.database.inTransaction(async (tx) => {
      const connections = createInstagramRepository(tx);
      await connections.end(workspaceId);
      await connections.connect({
        id: newId(),
        workspaceId,
        igUserId: login.ig_user_id,
        username: login.username,
        login: 'facebook',
        pageId: login.page_id,
        authorizerId: login.user_id,
        userToken: seal(login.user_access_token),
        pageToken: seal(login.page_access_token),
        // Far in the future, because the token refresh is out of scope.
        userTokenExpiresAt: new Date(services.platform.clock.now().getTime() + 50 * DAY_MS),
        dataAccessExpiresAt: null,
        pictureFileId: null,
        connectedBy: userId,
      });
      await services.publishing.accountChanges.accountConnected(tx, workspaceId, login.ig_user_id);
    });
    services.platform.wakeUps.send([{ topic: 'account', workspaceId }, { topic: 'work' }]);
  }

  return {
    async add(username: string): Promise<Owner> {
      const login = await sandbox.logIn(username);
      const owner = {
        username,
        igUserId: login.ig_user_id,
        userId: newId(),
        workspaceId: newId(),
        token: newToken(),
      };
      const { userId, workspaceId, token } = owner;
      await sql`insert into users (id, email) values (${userId}, ${`${userId}@exemplo.com.br`})`.execute(
        db,
      );
      await sql`insert into workspaces (id, plan, subscription_status) values (${workspaceId}, 'premium', 'active')`.execute(
        db,
      );
      await sql`insert into workspace_members (workspace_id, user_id) values (${workspaceId}, ${userId})`.execute(
        db,
      );
      await sql`insert into sessions (id, user_id, token_hash, user_agent, expires_at)
        values (${newId()}, ${userId}, ${hashToken(token)}, 'campaign', app_now() + interval '30 days')`.execute(
        db,
      );
      await connect(owner, login);
      return owner;
    },

    async reconnect(owner: Owner, username = owner.username): Promise<string> {
      const login = await sandbox.logIn(username);
      await connect(owner, login);
      return login.ig_user_id;
    },

    async listNeedingReconnect(): Promise<string[]> {
      const result = await sql<{ workspace_id: string }>`
        select workspace_id from instagram_connections
        where needs_reconnect and ended_at is null`.execute(db);
      return result.rows.map((row) => row.workspace_id);
    },
  };
}
