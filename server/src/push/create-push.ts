import type { Clock } from '../clock.ts';
import type { Database } from '../database/database.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { KeyRing } from '../key-ring.ts';
import type { Log } from '../log.ts';
import type { WakeUps } from '../wake-ups.ts';
import { createPushDelivery } from './push.delivery.ts';
import { createPushKeys, vapidSubject, type PushEnv } from './push.keys.ts';
import { createPushSubscriptions } from './push.service.ts';
import { createPushTransport } from './push.transport.ts';

export type PushDeliveries = ReturnType<typeof createPush>['pushDeliveries'];

/** What a person's devices are told beside the mails: who is, and what. */
export function createPush(deps: {
  env: PushEnv;
  database: Database;
  jobs: Jobs;
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
    pushDeliveries: createPushDelivery({ ...deps, vapidKeys, transport, subject }),
  };
}
