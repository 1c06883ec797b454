import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import type { InstagramAccounts } from '../../instagram/connection/accounts.ts';
import type { InstagramAuthorization } from '../../instagram/connection/authorization.ts';
import { InstagramError } from '../../instagram/graph/graph.ts';
import type { Log } from '../../platform/log/log.ts';
import type { Deletion } from './deletion.repository.ts';
import type { DeletionStep } from './saga.ts';

const RETRY_MS = 5 * 60_000;
/** The deletion goes on then even if Meta is unavailable. */
const GIVE_UP_MS = 24 * 3_600_000;

interface MetaGrant {
  ig_user_id: string;
  facebook_user_id: string;
  /** Encrypted. */
  user_token: string;
}

export function createMetaRevocationStep(deps: {
  database: Database;
  accounts: InstagramAccounts;
  authorization: InstagramAuthorization;
  log: Log;
}): DeletionStep {
  const { database, accounts, authorization, log } = deps;

  /** A Facebook user grants one permission for all workspaces, so it stays while any of them uses it. */
  async function findGrants(workspaceId: string): Promise<MetaGrant[]> {
    const found = await sql<MetaGrant>`
      select distinct on (facebook_user_id) ig_user_id, facebook_user_id, user_token
      from instagram_connections k
      where workspace_id = ${workspaceId} and not exists (
        select from instagram_connections o
        where o.facebook_user_id = k.facebook_user_id and o.ended_at is null)
      order by facebook_user_id, connected_at desc`.execute(database.db);
    return found.rows;
  }

  /** Returns true if there is nothing left to try. */
  async function revokeGrant(
    deletion: Deletion,
    workspaceId: string,
    grant: MetaGrant,
  ): Promise<boolean> {
    try {
      const token = accounts.openToken(workspaceId, grant.ig_user_id, grant.user_token);
      await authorization.revoke(token, grant.facebook_user_id);
      return true;
    } catch (error) {
      // A refused token means that the permission is already revoked.
      if (error instanceof InstagramError && error.issue.class === 'reconnect') return true;
      const isOver = deletion.step_ms > GIVE_UP_MS;
      log.warn({ error, deletionId: deletion.id, isOver }, 'a permission was not given back');
      return isOver;
    }
  }

  return {
    name: 'revoke-meta',
    async run(deletion) {
      const { workspace_id: workspaceId } = deletion;
      if (workspaceId === null) return undefined;
      let isDone = true;
      for (const grant of await findGrants(workspaceId)) {
        if (!(await revokeGrant(deletion, workspaceId, grant))) isDone = false;
      }
      return isDone ? undefined : RETRY_MS;
    },
  };
}
