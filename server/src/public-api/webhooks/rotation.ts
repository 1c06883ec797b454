import type { Database } from '../../platform/database/database.ts';
import type { KeyRing } from '../../platform/key-ring.ts';
import { createWebhookSeal } from './webhooks.service.ts';

/** Returns how many webhooks were encrypted again, and of how many no key decrypts the secrets. */
export async function rotateWebhookSecrets(deps: {
  database: Database;
  keyRing: KeyRing;
}): Promise<{ sealed: number; undecryptable: number }> {
  const { keyRing } = deps;
  const { db } = deps.database;
  const { seal, open } = createWebhookSeal(keyRing);
  const rotated = { sealed: 0, undecryptable: 0 };
  const isOld = (sealed: string | null) => sealed?.startsWith(`${keyRing.currentKeyId}.`) === false;

  const found = await db.selectFrom('webhooks').select(['id', 'secret', 'old_secret']).execute();
  for (const { id, secret, old_secret: old } of found) {
    if (!isOld(secret) && !isOld(old)) continue;
    const reencrypted = attempt(() => ({
      secret: seal(id, open(id, secret)),
      old_secret: old === null ? null : seal(id, open(id, old)),
    }));
    if (reencrypted === undefined) {
      rotated.undecryptable += 1;
      continue;
    }
    await db
      .updateTable('webhooks')
      .set(reencrypted)
      .where('id', '=', id)
      .where('secret', '=', secret)
      .execute();
    rotated.sealed += 1;
  }
  return rotated;
}

function attempt<T>(act: () => T): T | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}
