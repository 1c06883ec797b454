import { sql } from 'kysely';
import type { Database, Tx } from '../../platform/database/database.ts';
import { createInstagramAccounts } from '../../instagram/connection/accounts.ts';
import type { KeyRing } from '../../platform/key-ring.ts';
import { KEYS_CONTEXT } from '../../notifications/push/keys.ts';
import { createWebhookSeal } from '../../public-api/webhooks/webhooks.service.ts';
import { createPushSeal } from '../../notifications/push/push.service.ts';

/** `pushKeys`: the VAPID key is one of them. */
export interface UndecryptableSecrets {
  connections: string[];
  pushKeys: boolean;
  devices: string[];
  webhooks: string[];
}

export async function findUndecryptable(
  tx: Tx,
  { database, keyRing }: { database: Database; keyRing: KeyRing },
): Promise<UndecryptableSecrets> {
  const accounts = createInstagramAccounts({ database, keyRing });
  const devices = createPushSeal(keyRing);
  const hooks = createWebhookSeal(keyRing);
  const [connections, keys, subscriptions, webhooks] = [
    await tx
      .selectFrom('instagram_connections')
      .select(['id', 'workspace_id', 'ig_user_id', 'user_token', 'page_token'])
      .execute(),
    await tx.selectFrom('push_keys').select('private_key').execute(),
    await tx.selectFrom('push_subscriptions').select(['id', 'sealed']).execute(),
    await tx.selectFrom('webhooks').select(['id', 'secret', 'old_secret']).execute(),
  ];
  return {
    connections: connections
      .filter(({ workspace_id: workspace, ig_user_id: account, ...tokens }) =>
        [tokens.user_token, tokens.page_token].some(
          (token) => !canDecrypt(() => accounts.openToken(workspace, account, token)),
        ),
      )
      .map(({ id }) => id),
    pushKeys: keys.some(
      ({ private_key: key }) => !canDecrypt(() => keyRing.decrypt(key, KEYS_CONTEXT)),
    ),
    devices: subscriptions
      .filter(({ id, sealed }) => !canDecrypt(() => devices.open(id, sealed)))
      .map(({ id }) => id),
    webhooks: webhooks
      .filter(({ id, secret, old_secret: old }) =>
        [secret, old].some((one) => one !== null && !canDecrypt(() => hooks.open(id, one))),
      )
      .map(({ id }) => id),
  };
}

export async function deleteUndecryptable(tx: Tx, undecryptable: UndecryptableSecrets) {
  const { connections, pushKeys, devices, webhooks } = undecryptable;
  await sql`delete from instagram_connections where id = any(${connections}::uuid[])`.execute(tx);
  await sql`delete from push_subscriptions where id = any(${devices}::uuid[])`.execute(tx);
  await sql`delete from webhooks where id = any(${webhooks}::uuid[])`.execute(tx);
  if (pushKeys) await tx.deleteFrom('push_keys').execute();
}

function canDecrypt(act: () => unknown): boolean {
  try {
    act();
    return true;
  } catch {
    return false;
  }
}
