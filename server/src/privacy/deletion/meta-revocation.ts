import type { Database } from '../../platform/database/database.ts';
import type { InstagramAccounts } from '../../instagram/connection/accounts.ts';
import type { InstagramAuthorization } from '../../instagram/connection/authorization.ts';
import { InstagramError } from '../../instagram/graph/graph.ts';
import type { Log } from '../../platform/log/log.ts';
import { createDeletionRepository, type Deletion, type MetaGrant } from './deletion.repository.ts';
import type { DeletionStep } from './saga.ts';

const RETRY_MS = 5 * 60_000;
/** The deletion goes on then even if Meta is unavailable. */
const GIVE_UP_MS = 24 * 3_600_000;

export function createMetaRevocationStep(deps: {
  database: Database;
  accounts: InstagramAccounts;
  authorization: InstagramAuthorization;
  log: Log;
}): DeletionStep {
  const { database, accounts, authorization, log } = deps;
  const repository = createDeletionRepository(database.db);

  /** Returns true if there is nothing left to try. */
  async function revokeGrant(
    deletion: Deletion,
    workspaceId: string,
    grant: MetaGrant,
  ): Promise<boolean> {
    try {
      const token = accounts.openToken(workspaceId, grant.ig_user_id, grant.user_token);
      await authorization.revoke(token, grant.authorizer_id);
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
      for (const grant of await repository.findUnusedGrants(workspaceId)) {
        if (!(await revokeGrant(deletion, workspaceId, grant))) isDone = false;
      }
      return isDone ? undefined : RETRY_MS;
    },
  };
}
