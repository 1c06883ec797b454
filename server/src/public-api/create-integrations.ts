import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/database.ts';
import type { KeyRing } from '../platform/key-ring.ts';
import type { Log } from '../platform/log/log.ts';
import type { WakeUps } from '../platform/wake-ups.ts';
import { createDeliveryList } from './webhooks/delivery-list.service.ts';
import { createApiTokens } from './tokens/api-tokens.service.ts';
import { createEnqueueDeliveries } from './webhooks/enqueue-deliveries.ts';
import { createWebhookChannel } from './webhooks/webhook.channel.ts';
import { createDeliveriesRepository } from './webhooks/webhook-deliveries.repository.ts';
import { createWebhooks } from './webhooks/webhooks.service.ts';
import { createMediaFetcher } from './mcp/media.ts';
import { createWebhookTransport } from './webhooks/transport.ts';

export function createIntegrations(deps: {
  database: Database;
  wakeUps: WakeUps;
  keyRing: KeyRing;
  env: { ALLOW_LOOPBACK_URLS?: boolean | undefined };
  clock: Clock;
  log: Log;
}) {
  const allowsLoopback = deps.env.ALLOW_LOOPBACK_URLS ?? false;
  const apiTokens = createApiTokens(deps);
  const deliveries = createDeliveriesRepository(deps.database.db);
  return {
    apiTokens,
    webhooks: createWebhooks({ ...deps, allowsLoopback }),
    deliveryList: createDeliveryList(deps),
    /** Of files that programs name over MCP. */
    fetchMedia: createMediaFetcher({ allowsLoopback }),
    enqueueDeliveries: createEnqueueDeliveries(deps),
    webhookChannel: createWebhookChannel({
      ...deps,
      transport: createWebhookTransport({ allowsLoopback }),
    }),
    async deleteOldIntegrationData(): Promise<void> {
      await apiTokens.deleteOld();
      await deliveries.deleteOld();
    },
  };
}
