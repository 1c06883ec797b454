import type { Database } from '../../platform/database/database.ts';
import type { KeyRing } from '../../platform/key-ring.ts';
import { KEYS_CONTEXT } from './keys.ts';
import { createPushSeal } from './push.service.ts';

/** Each secret separately. Returns how many were re-encrypted and how many no key decrypts. */
export async function rotatePushSecrets(deps: {
  database: Database;
  keyRing: KeyRing;
}): Promise<{ sealed: number; undecryptable: number }> {
  const { database, keyRing } = deps;
  const { seal, open } = createPushSeal(keyRing);
  const isOld = (sealed: string) => !sealed.startsWith(`${keyRing.currentKeyId}.`);
  const rotated = { sealed: 0, undecryptable: 0 };

  async function rotateOne(
    sealed: string,
    reencrypt: () => string,
    save: (reencrypt: string) => Promise<void>,
  ) {
    if (!isOld(sealed)) return;
    const reencrypted = attempt(reencrypt);
    if (reencrypted === undefined) {
      rotated.undecryptable += 1;
      return;
    }
    await save(reencrypted);
    rotated.sealed += 1;
  }

  const { db } = database;
  const keys = await db.selectFrom('push_keys').selectAll().execute();
  for (const { private_key: sealed } of keys) {
    const reencrypt = () => keyRing.encrypt(keyRing.decrypt(sealed, KEYS_CONTEXT), KEYS_CONTEXT);
    await rotateOne(sealed, reencrypt, async (privateKey) => {
      await db.updateTable('push_keys').set({ private_key: privateKey }).execute();
    });
  }
  const devices = await db.selectFrom('push_subscriptions').select(['id', 'sealed']).execute();
  for (const { id, sealed } of devices) {
    await rotateOne(
      sealed,
      () => seal(id, open(id, sealed)),
      async (anew) => {
        await db
          .updateTable('push_subscriptions')
          .set({ sealed: anew })
          .where('id', '=', id)
          .where('sealed', '=', sealed)
          .execute();
      },
    );
  }
  return rotated;
}

function attempt(reencrypt: () => string): string | undefined {
  try {
    return reencrypt();
  } catch {
    return undefined;
  }
}
