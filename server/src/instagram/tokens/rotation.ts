import type { Database } from '../../platform/database/database.ts';
import type { KeyRing } from '../../platform/key-ring.ts';
import { createInstagramAccounts } from '../connection/accounts.ts';
import { createRotationRepository, type SealedConnection } from './rotation.repository.ts';

/** So few at a time that nobody waits for them. */
const BATCH = 50;
const LOWEST_ID = '00000000-0000-0000-0000-000000000000';

export interface RotationResult {
  /** Connections whose tokens the first key has sealed now. */
  sealed: number;
  /** Those that no key of the ring opens: they are left as they are. */
  unopened: number;
}

/**
 * Seals every token of Instagram with the first key of the ring. What is done stays done when it is
 * interrupted, and what is sealed so already is left alone; who uses the tokens meanwhile reads
 * either, and changes them before or after.
 */
export async function rotateTokens(deps: {
  database: Database;
  keyRing: KeyRing;
}): Promise<RotationResult> {
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

  const rotated: RotationResult = { sealed: 0, unopened: 0 };
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
