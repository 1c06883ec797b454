import { sql } from 'kysely';
import type { Database } from '../database/database.ts';
import type { InstagramAccounts } from '../instagram/instagram.accounts.ts';
import type { InstagramAuthorization } from '../instagram/instagram.authorization.ts';
import { InstagramError } from '../instagram/instagram.graph.ts';
import type { Log } from '../log.ts';
import type { Deletion } from './deletion.repository.ts';
import type { DeletionStep } from './deletion.saga.ts';

const AGAIN_MS = 5 * 60_000;
/** Nobody's data stays because Meta is away. */
const GIVE_UP_MS = 24 * 3_600_000;

interface Given {
  ig_user_id: string;
  facebook_user_id: string;
  /** Encrypted. */
  user_token: string;
}

/** Gives back to Meta what it was allowed: then the tokens are worth nothing to anybody. */
export function createRevoking(deps: {
  database: Database;
  accounts: InstagramAccounts;
  authorization: InstagramAuthorization;
  log: Log;
}): DeletionStep {
  const { database, accounts, authorization, log } = deps;

  /** A person has one permission for the app: taken back, it would be gone for every workspace. */
  async function ownGrants(workspaceId: string): Promise<Given[]> {
    const found = await sql<Given>`
      select distinct on (facebook_user_id) ig_user_id, facebook_user_id, user_token
      from instagram_connections k
      where workspace_id = ${workspaceId} and not exists (
        select from instagram_connections o
        where o.facebook_user_id = k.facebook_user_id and o.ended_at is null)
      order by facebook_user_id, connected_at desc`.execute(database.db);
    return found.rows;
  }

  /** Whether nothing is left to be tried. */
  async function giveBack(deletion: Deletion, workspaceId: string, given: Given): Promise<boolean> {
    try {
      const token = accounts.openToken(workspaceId, given.ig_user_id, given.user_token);
      await authorization.revoke(token, given.facebook_user_id);
      return true;
    } catch (error) {
      // A token that is refused opens nothing: somebody was faster.
      if (error instanceof InstagramError && error.problem.class === 'reconnect') return true;
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
      for (const given of await ownGrants(workspaceId)) {
        if (!(await giveBack(deletion, workspaceId, given))) isDone = false;
      }
      return isDone ? undefined : AGAIN_MS;
    },
  };
}
