import type { Database } from '../../platform/database/database.ts';
import type { KeyRing } from '../../platform/key-ring.ts';
import { createInstagramAccounts } from '../connection/accounts.ts';
import { createRotationRepository, type SealedConnection } from './rotation.repository.ts';

/** Small, so that the locks are short. */
const BATCH = 50;
const LOWEST_ID = '00000000-0000-0000-0000-000000000000';

export interface TokenRotationResult {
  sealed: number;
  /** No key of the key ring decrypts these; they stay unchanged. */
  unopened: number;
}

/** An interrupted run keeps its progress; tokens remain readable and writable during the run. */
export async function rotateTokens(deps: {
  database: Database;
  keyRing: KeyRing;
}): Promise<TokenRotationResult> {
  const { database, keyRing } = deps;
  const accounts = createInstagramAccounts(deps);

  function resealTokens(connection: SealedConnection) {
    const { workspace_id: workspaceId, ig_user_id: igUserId } = connection;
    const reseal = (sealed: string) =>
      accounts.seal(workspaceId, igUserId, accounts.openToken(workspaceId, igUserId, sealed));
    try {
      return { userToken: reseal(connection.user_token), pageToken: reseal(connection.page_token) };
    } catch {
      return undefined;
    }
  }

  const rotated: TokenRotationResult = { sealed: 0, unopened: 0 };
  let after = LOWEST_ID;
  for (;;) {
    const last = await database.inTransaction(async (tx) => {
      const repository = createRotationRepository(tx);
      const found = await repository.lockSealedWithOtherKey(keyRing.currentKeyId, after, BATCH);
      for (const connection of found) {
        const tokens = resealTokens(connection);
        if (tokens === undefined) {
          rotated.unopened += 1;
          continue;
        }
        await repository.save(connection.id, tokens);
        rotated.sealed += 1;
      }
      return found.at(-1)?.id;
    });
    if (last === undefined) return rotated;
    after = last;
  }
}
