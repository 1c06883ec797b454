import type { Clock } from '../clock.ts';
import type { Database } from '../database/database.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { KeyRing } from '../key-ring.ts';
import type { Log } from '../log.ts';
import type { Nudges } from '../nudges.ts';
import { createPushDelivery } from './push.delivery.ts';
import { createPushKeys, subjectOf, type PushEnv } from './push.keys.ts';
import { createPushSubscriptions } from './push.service.ts';
import { createPushTransport } from './push.transport.ts';

export type Pushes = ReturnType<typeof createPush>['pushes'];

/** What a person's devices are told beside the mails: who is, and what. */
export function createPush(deps: {
  env: PushEnv;
  database: Database;
  jobs: Jobs;
  keyRing: KeyRing;
  nudges: Nudges;
  clock: Clock;
  log: Log;
}) {
  const { env } = deps;
  const { VAPID_SERVICE_URL: serviceUrl } = env;
  const vapidKeys = createPushKeys(deps);
  const transport = createPushTransport({ serviceUrl });
  const subject = subjectOf(env);
  return {
    pushSubscriptions: createPushSubscriptions({ ...deps, vapidKeys, serviceUrl }),
    pushes: createPushDelivery({ ...deps, vapidKeys, transport, subject }),
  };
}
