import type { UserEmails } from '../notifications/user-emails.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/database.ts';
import type { Jobs } from '../platform/jobs/jobs.ts';
import type { KeyRing } from '../platform/key-ring.ts';
import type { Log } from '../platform/log/log.ts';
import type { WakeUps } from '../platform/wake-ups.ts';
import { createDeliveryList } from './webhooks/delivery-list.service.ts';
import { createApiTokens } from './tokens/api-tokens.service.ts';
import { createWebhookDeliveries } from './webhooks/webhook-deliveries.service.ts';
import { createWebhooks } from './webhooks/webhooks.service.ts';
import { createWebhookTransport } from './webhooks/transport.ts';

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
