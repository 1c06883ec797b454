import type { Database } from '../../platform/database/database.ts';
import type { Env } from '../../platform/env.ts';
import type { KeyRing } from '../../platform/key-ring.ts';
import { createPushRepository } from './push.repository.ts';
import { generateVapidKeys } from './vapid.ts';
import type { VapidKeys } from '../../platform/vapid-keys.ts';

export type PushEnv = Pick<
  Env,
  | 'VAPID_PUBLIC_KEY'
  | 'VAPID_PRIVATE_KEY'
  | 'VAPID_SUBJECT'
  | 'VAPID_SERVICE_URL'
  | 'SUPPORT_EMAIL'
  | 'PUBLIC_URL'
  | 'MAIL_FROM'
>;

export const KEYS_CONTEXT = 'push keys';

/** From the environment, or a generated pair in the database. A browser subscription is bound to one pair. */
export function createPushKeys(deps: { database: Database; keyRing: KeyRing; env: PushEnv }) {
  const { database, keyRing, env } = deps;
  const repository = createPushRepository(database.db);

  async function loadKeys(): Promise<VapidKeys> {
    const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey } = env;
    if (publicKey !== undefined && privateKey !== undefined) return { publicKey, privateKey };
    if ((await repository.keys()) === undefined) {
      const generated = generateVapidKeys();
      const sealed = keyRing.encrypt(generated.privateKey, KEYS_CONTEXT);
      // A concurrent process uses the pair that was stored first.
      await repository.addKeys({ ...generated, privateKey: sealed });
    }
    const stored = await repository.keys();
    if (stored === undefined) throw new Error('the keys for push services are gone');
    return { ...stored, privateKey: keyRing.decrypt(stored.privateKey, KEYS_CONTEXT) };
  }

  let cachedKeys: Promise<VapidKeys> | undefined;
  return (): Promise<VapidKeys> => {
    cachedKeys ??= loadKeys().catch((error: unknown) => {
      cachedKeys = undefined;
      throw error;
    });
    return cachedKeys;
  };
}

/** A mail address or an https URL. */
export function vapidSubject(env: PushEnv): string {
  if (env.VAPID_SUBJECT !== undefined) return env.VAPID_SUBJECT;
  if (env.SUPPORT_EMAIL !== undefined) return `mailto:${env.SUPPORT_EMAIL}`;
  if (env.PUBLIC_URL.startsWith('https:')) return env.PUBLIC_URL;
  return `mailto:${/<([^>]+)>/.exec(env.MAIL_FROM)?.[1] ?? env.MAIL_FROM}`;
}
