import type { AccountNews } from '../account/account-news.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/database.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { KeyRing } from '../key-ring.ts';
import type { Log } from '../log.ts';
import type { Nudges } from '../nudges.ts';
import { createDeliveryList } from './deliveries.service.ts';
import { createTokens } from './tokens.service.ts';
import { createWebhookDeliveries } from './webhooks.delivery.ts';
import { createWebhooks } from './webhooks.service.ts';
import { createWebhookTransport } from './webhooks.transport.ts';

/** What programs may do for people, and are told. */
export function createPrograms(deps: {
  database: Database;
  jobs: Jobs;
  nudges: Nudges;
  keyRing: KeyRing;
  accountNews: AccountNews;
  publicUrl: string;
  clock: Clock;
  log: Log;
}) {
  const shared = { ...deps, mail: deps.accountNews };
  const tokens = createTokens(shared);
  const webhookDeliveries = createWebhookDeliveries({
    ...shared,
    transport: createWebhookTransport(deps),
  });
  return {
    tokens,
    webhooks: createWebhooks(shared),
    deliveryList: createDeliveryList(shared),
    webhookDeliveries,
    async forgetOfPrograms(): Promise<void> {
      await tokens.forgetOld();
      await webhookDeliveries.forgetOld();
    },
  };
}
