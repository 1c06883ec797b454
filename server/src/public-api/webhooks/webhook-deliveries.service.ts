import { webhookMessage } from '@pontual/contract/public-api/webhook-message.ts';
import { TEST_EVENT, WEBHOOK_FAILING_DAYS } from '@pontual/contract/public-api/webhooks.ts';
import type { UserEmails } from '../../notifications/user-emails.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { KeyRing } from '../../platform/key-ring.ts';
import type { Log } from '../../platform/log/log.ts';
import type { EmailContent } from '../../platform/mail/email-template.ts';
import type { WakeUps } from '../../platform/wake-ups.ts';
import { addDeliveries, type DeliveryRef } from './webhook-events.repository.ts';
import {
  createDeliveriesRepository,
  type ClaimedDelivery,
} from './webhook-deliveries.repository.ts';
import { createWebhooksRepository } from './webhooks.repository.ts';
import { classifyResponse, webhookRetryDelaySeconds, describeResponse } from './webhooks.rules.ts';
import { createWebhookSeal } from './webhooks.service.ts';
import { sign } from './signature.ts';
import type { WebhookTransport } from './transport.ts';

/** A group per workspace, so that an unresponsive address does not delay the others. */
const toJob = ({ deliveryId, workspaceId: group }: DeliveryRef, startAfter?: Date) => ({
  data: { deliveryId },
  key: deliveryId,
  group,
  ...(startAfter === undefined ? {} : { startAfter }),
});

export type WebhookDeliveries = ReturnType<typeof createWebhookDeliveries>;

export function createWebhookDeliveries(deps: {
  database: Database;
  jobs: Pick<Jobs, 'send'>;
  wakeUps: Pick<WakeUps, 'send'>;
  keyRing: KeyRing;
  accountEmails: Pick<UserEmails, 'enqueue'>;
  transport: WebhookTransport;
  publicUrl: string;
  clock: Pick<Clock, 'now'>;
  log: Log;
}) {
  const { database, jobs, wakeUps, accountEmails, transport, publicUrl, clock, log } = deps;
  const repository = createDeliveriesRepository(database.db);
  const { open } = createWebhookSeal(deps.keyRing);

  async function disable({ webhookId, workspaceId, url }: ClaimedDelivery, why: string) {
    await database.inTransaction(async (tx) => {
      const webhooks = createWebhooksRepository(tx);
      if (!(await webhooks.disable(webhookId))) return;
      await createDeliveriesRepository(tx).giveUpPending(webhookId);
      const content = buildDisabledEmail(url, why, publicUrl);
      for (const email of await webhooks.ownerEmails(workspaceId)) {
        await accountEmails.enqueue(tx, email, { kind: 'written', email: content });
      }
    });
  }

  function send(delivery: ClaimedDelivery) {
    const { deliveryId: id, webhookId, url, message, secret, old_secret: old } = delivery;
    const secrets = [secret, ...(old === null ? [] : [old])].map((one) => open(webhookId, one));
    const body = JSON.stringify(webhookMessage.parse(message));
    return transport.send(url, sign({ id, body, now: clock.now() }, secrets));
  }

  return {
    async enqueueNew(within: '2 minutes' | '24 hours'): Promise<void> {
      const count = await database.inTransaction(async (tx) => {
        const added = await addDeliveries(tx, within);
        await jobs.send(
          tx,
          'webhook',
          added.map((name) => toJob(name)),
        );
        return added.length;
      });
      if (count > 0) wakeUps.send([{ topic: 'work' }]);
    },

    /** A retry after a crash has the same message id, by which the receiver recognises it. */
    async deliver(deliveryId: string): Promise<void> {
      const delivery = await repository.claim(deliveryId);
      if (delivery === undefined) return;
      const answer = await send(delivery);
      const answerText = describeResponse(answer);
      const outcome = classifyResponse(answer);
      if (outcome === 'delivered') return repository.markDelivered(delivery, answerText);
      log.info({ webhookId: delivery.webhookId, answer }, 'a webhook was not delivered');
      const isTest = delivery.type === TEST_EVENT;
      const isLast = isTest || outcome === 'gone';
      const seconds = isLast ? undefined : webhookRetryDelaySeconds(delivery.attempts, answer);
      const retryAt = await repository.recordFailure(delivery, answerText, seconds);
      if (isTest) return;
      if (outcome === 'gone') return disable(delivery, 'respondeu que não existe mais (HTTP 410)');
      if (await repository.markFailing(delivery.webhookId)) {
        return disable(
          delivery,
          `não aceitou nada por ${WEBHOOK_FAILING_DAYS} dias (${answerText})`,
        );
      }
      if (retryAt !== undefined)
        await jobs.send(database.db, 'webhook', [toJob(delivery, retryAt)]);
    },

    async deliverOverdue(): Promise<void> {
      await this.enqueueNew('24 hours');
      const waiting = await repository.overdue();
      await jobs.send(
        database.db,
        'webhook',
        waiting.map((name) => toJob(name)),
      );
    },

    deleteOld: () => repository.deleteOld(),
  };
}

const buildDisabledEmail = (url: string, why: string, publicUrl: string): EmailContent => ({
  title: 'Um webhook seu foi desligado',
  paragraphs: [
    `O endereço ${url} ${why}, e não mandamos mais nada para lá. Seus posts não dependem disso: saem como sempre.`,
    'Quando ele voltar a responder, ligue o webhook de novo em Programas.',
  ],
  button: { label: 'Abrir Programas', url: `${publicUrl}/account/programs` },
});
