import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import type { KeyRing } from '../../platform/key-ring.ts';
import type { Log } from '../../platform/log/log.ts';
import type { WakeUps } from '../../platform/wake-ups.ts';
import { createEnqueuePushes } from './enqueue-pushes.ts';
import { createPushKeys, vapidSubject, type PushEnv } from './keys.ts';
import { createPushChannel } from './push.channel.ts';
import { createPushSubscriptions } from './push.service.ts';
import { createPushTransport } from './transport.ts';

export function createPush(deps: {
  env: PushEnv;
  database: Database;
  keyRing: KeyRing;
  wakeUps: WakeUps;
  clock: Clock;
  log: Log;
}) {
  const { env } = deps;
  const { VAPID_SERVICE_URL: serviceUrl } = env;
  const vapidKeys = createPushKeys(deps);
  const transport = createPushTransport({ serviceUrl });
  const subject = vapidSubject(env);
  return {
    pushSubscriptions: createPushSubscriptions({ ...deps, vapidKeys, serviceUrl }),
    enqueuePushes: createEnqueuePushes(deps),
    pushChannel: createPushChannel({ ...deps, vapidKeys, transport, subject }),
  };
}
