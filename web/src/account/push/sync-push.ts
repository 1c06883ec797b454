import { getPush, savePush } from '@pontual/contract/notifications/push.ts';
import { call } from '../../api/client.ts';
import { currentSession } from '../../api/session-store.ts';
import {
  currentPermission,
  currentSubscription,
  serializeSubscription,
  subscribe,
  unsubscribe,
} from './browser-push.ts';

/**
 * A browser may change its subscription and the server its keys. Unsubscribes without a session, without the
 * permission, and when the server does not list this device.
 */
export async function syncPush(): Promise<void> {
  const subscription = await currentSubscription();
  if (subscription === null) return;
  if (currentSession() === null || currentPermission() !== 'granted') {
    await unsubscribe();
    return;
  }
  const { publicKey, devices } = await call(getPush);
  if (!devices.some(({ isCurrent }) => isCurrent)) {
    await unsubscribe();
    return;
  }
  await call(savePush, { body: serializeSubscription(await subscribe(publicKey)) });
}
