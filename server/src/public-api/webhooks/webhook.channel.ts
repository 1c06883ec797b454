import { webhookMessage } from '@pontual/contract/public-api/webhook-message.ts';
import { TEST_EVENT, WEBHOOK_FAILING_DAYS } from '@pontual/contract/public-api/webhooks.ts';
import { notify } from '../../notifications/notify.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import type { KeyRing } from '../../platform/key-ring.ts';
import type { Log } from '../../platform/log/log.ts';
import type { Channel, Delivery, OutboxMessage } from '../../platform/outbox/channel.ts';
import { sign } from './signature.ts';
import type { WebhookTransport } from './transport.ts';
import {
  createDeliveriesRepository,
  type DeliveryDetails,
} from './webhook-deliveries.repository.ts';
import { createWebhooksRepository } from './webhooks.repository.ts';
import { classifyResponse, describeResponse, webhookRetryDelaySeconds } from './webhooks.rules.ts';
import { createWebhookSeal } from './webhooks.service.ts';

/** The key of a message is its delivery. A retry has the same id, by which the receiver recognises it. */
export function createWebhookChannel(deps: {
  database: Database;
  keyRing: KeyRing;
  transport: WebhookTransport;
  clock: Pick<Clock, 'now'>;
  log: Log;
}): Channel {
  const { database, transport, clock, log } = deps;
  const repository = createDeliveriesRepository(database.db);
  const { open } = createWebhookSeal(deps.keyRing);

  async function disable(tx: Tx, { webhookId, workspaceId, url }: DeliveryDetails, reason: string) {
    if (!(await createWebhooksRepository(tx).disable(webhookId))) return;
    await createDeliveriesRepository(tx).dropWaiting(webhookId);
    await notify(tx, { kind: 'webhook-disabled', workspaceId, url, reason });
  }

  function send(id: string, { webhookId, url, message, secret, oldSecret }: DeliveryDetails) {
    const secrets = [secret, ...(oldSecret === null ? [] : [oldSecret])];
    const body = JSON.stringify(webhookMessage.parse(message));
    const signed = sign(
      { id, body, now: clock.now() },
      secrets.map((sealed) => open(webhookId, sealed)),
    );
    return transport.send(url, signed);
  }

  return {
    concurrency: 10,
    perGroup: 3,
    leaseSeconds: 60,
    async deliver({ key, attempts }: OutboxMessage): Promise<Delivery> {
      const details = await repository.find(key);
      const isTest = details?.type === TEST_EVENT;
      if (details === undefined || (details.isDisabled && !isTest)) return { kind: 'dropped' };
      const { webhookId } = details;
      const response = await send(key, details);
      const result = describeResponse(response);
      const outcome = classifyResponse(response);
      if (outcome === 'delivered') {
        const record = (tx: Tx) => createDeliveriesRepository(tx).recordSuccess(webhookId);
        return { kind: 'sent', result, record };
      }
      log.info({ webhookId, response }, 'a webhook was not delivered');
      if (isTest) return { kind: 'dropped', result };
      if (outcome === 'gone') {
        const record = (tx: Tx) => disable(tx, details, 'respondeu que não existe mais (HTTP 410)');
        return { kind: 'dropped', result, record };
      }
      const inSeconds = webhookRetryDelaySeconds(attempts, response, clock.now());
      return {
        ...(inSeconds === undefined ? { kind: 'failed' } : { kind: 'retry', inSeconds }),
        result,
        async record(tx) {
          if (!(await createDeliveriesRepository(tx).recordFailure(webhookId))) return;
          await disable(
            tx,
            details,
            `não aceitou nada por ${WEBHOOK_FAILING_DAYS} dias (${result})`,
          );
        },
      };
    },
  };
}
