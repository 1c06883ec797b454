import { createHash } from 'node:crypto';
import type { RequestOf } from '@pontual/contract/shared/endpoint.ts';
import {
  MAX_PUSH_DEVICES,
  type PushDevice,
  type savePush,
} from '@pontual/contract/notifications/push.ts';
import { describeDevice } from '../../platform/http/devices.rules.ts';
import type { AuthenticatedSession } from '../../platform/http/authentication.ts';
import type { Database } from '../../platform/database/database.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { newId } from '../../platform/ids.ts';
import type { KeyRing } from '../../platform/key-ring.ts';
import { isServiceAddress } from './address.ts';
import { hasValidKeys, type SubscriptionKeys } from './encryption.ts';
import { createPushRepository, type PushPreferences } from './push.repository.ts';
import type { VapidKeys } from '../../platform/vapid-keys.ts';

export interface PushSubscriptionData {
  endpoint: string;
  keys: SubscriptionKeys;
}

export type PushSubscriptions = ReturnType<typeof createPushSubscriptions>;

/** Binds a subscription to its device. */
export const pushContext = (id: string) => `push subscription ${id}`;

export const createPushSeal = (keyRing: KeyRing) => ({
  seal: (id: string, { endpoint, keys }: PushSubscriptionData) =>
    keyRing.encrypt(JSON.stringify({ endpoint, keys }), pushContext(id)),
  // The cast is safe, because only `seal` produces these texts.
  open: (id: string, sealed: string) =>
    JSON.parse(keyRing.decrypt(sealed, pushContext(id))) as PushSubscriptionData,
});

export function createPushSubscriptions(deps: {
  database: Database;
  keyRing: KeyRing;
  vapidKeys: () => Promise<VapidKeys>;
  serviceUrl: string | undefined;
}) {
  const { database, vapidKeys, serviceUrl } = deps;
  const repository = createPushRepository(database.db);
  const { seal } = createPushSeal(deps.keyRing);

  async function devices(
    { userId, sessionId }: AuthenticatedSession,
    subscriptions = repository,
  ): Promise<PushDevice[]> {
    return (await subscriptions.devices(userId)).map((row) => ({
      _id: row.id,
      device: describeDevice(row.user_agent),
      kinds: {
        published: row.wants_published,
        atRisk: row.wants_at_risk,
        failed: row.wants_failed,
      },
      createdAt: row.created_at.toISOString(),
      lastSentAt: row.last_sent_at?.toISOString() ?? null,
      isCurrent: row.session_id === sessionId,
    }));
  }

  /** @throws AppError NOT_FOUND */
  async function device(
    caller: AuthenticatedSession,
    id: string,
    subscriptions = repository,
  ): Promise<PushDevice> {
    const found = (await devices(caller, subscriptions)).find((one) => one._id === id);
    if (found === undefined) throw unknownDevice();
    return found;
  }

  return {
    async all(caller: AuthenticatedSession) {
      const { publicKey } = await vapidKeys();
      return { publicKey, devices: await devices(caller) };
    },

    /** @throws AppError PUSH_ENDPOINT_INVALID or PUSH_DEVICES_FULL */
    async save(
      caller: AuthenticatedSession,
      { kinds, ...subscription }: RequestOf<typeof savePush>['body'],
      userAgent: string,
    ): Promise<PushDevice> {
      const { endpoint, keys } = subscription;
      if (!isServiceAddress(endpoint, serviceUrl) || !hasValidKeys(keys)) {
        throw new AppError('PUSH_ENDPOINT_INVALID');
      }
      const endpointHash = createHash('sha256').update(endpoint).digest();
      const { userId, sessionId } = caller;
      return database.inTransaction(async (tx) => {
        const subscriptions = createPushRepository(tx);
        const others = await subscriptions.countOthers(userId, endpointHash, sessionId);
        if (others >= MAX_PUSH_DEVICES) throw new AppError('PUSH_DEVICES_FULL');
        const older = await subscriptions.replaceOlder({ userId, sessionId, endpointHash });
        const id = (await subscriptions.idOf(endpointHash)) ?? newId();
        const sealed = seal(id, subscription);
        await subscriptions.save(
          { id, userId, sessionId, endpointHash, sealed, userAgent },
          { ...older, ...kinds },
        );
        // Before the commit: a parallel logout ends the session, and the device with it.
        return device(caller, id, subscriptions);
      });
    },

    /** @throws AppError NOT_FOUND */
    async setKinds(caller: AuthenticatedSession, id: string, preferences: PushPreferences) {
      if (!(await repository.setKinds(caller.userId, id, preferences))) throw unknownDevice();
      return device(caller, id);
    },

    /** @throws AppError NOT_FOUND */
    async remove({ userId }: AuthenticatedSession, id: string): Promise<void> {
      if (!(await repository.remove(userId, id))) throw unknownDevice();
    },
  };
}

const unknownDevice = () =>
  new AppError('NOT_FOUND', { message: 'Este aparelho já não recebe avisos.' });
