import type { UserEmails } from '../account/user-emails.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/database.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { KeyRing } from '../key-ring.ts';
import type { Log } from '../log.ts';
import type { WakeUps } from '../wake-ups.ts';
import { createDeliveryList } from './webhook-deliveries.service.ts';
import { createApiTokens } from './api-tokens.service.ts';
import { createWebhookDeliveries } from './webhook-sender.service.ts';
import { createWebhooks } from './webhooks.service.ts';
import { createWebhookTransport } from './webhooks.transport.ts';

/** What programs may do for people, and are told. */
export function createIntegrations(deps: {
  database: Database;
  jobs: Jobs;
  wakeUps: WakeUps;
  keyRing: KeyRing;
  userEmails: UserEmails;
  publicUrl: string;
  clock: Clock;
  log: Log;
}) {
  const shared = { ...deps, accountEmails: deps.userEmails };
  const apiTokens = createApiTokens(shared);
  const webhookDeliveries = createWebhookDeliveries({
    ...shared,
    transport: createWebhookTransport(deps),
  });
  return {
    apiTokens,
    webhooks: createWebhooks(shared),
    deliveryList: createDeliveryList(shared),
    webhookDeliveries,
    async deleteOldIntegrationData(): Promise<void> {
      await apiTokens.deleteOld();
      await webhookDeliveries.deleteOld();
    },
  };
}
