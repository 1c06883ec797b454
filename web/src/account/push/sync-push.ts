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
 * Tells the server the address that this browser has now: a browser changes it by itself, and a
 * server that has other keys wants another one. It is given up where the server tells this session
 * nothing: removed elsewhere, or left by somebody who used the browser before; and without a
 * session. Nothing for who has not turned it on.
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
