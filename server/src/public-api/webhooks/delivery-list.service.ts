import { TEST_EVENT, type WebhookDelivery } from '@pontual/contract/public-api/webhooks.ts';
import type { Member } from '../../platform/http/authentication.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';
import { enqueueMessages } from '../../platform/outbox/outbox.repository.ts';
import type { WakeUps } from '../../platform/wake-ups.ts';
import { createDeliveriesRepository } from './webhook-deliveries.repository.ts';
import { createWebhooksRepository } from './webhooks.repository.ts';
import { unknownWebhook } from './webhooks.service.ts';

export type DeliveryList = ReturnType<typeof createDeliveryList>;

export function createDeliveryList(deps: {
  database: Database;
  wakeUps: Pick<WakeUps, 'send'>;
  clock: Pick<Clock, 'now'>;
}) {
  const { database, wakeUps, clock } = deps;
  const repository = createDeliveriesRepository(database.db);
  const webhooks = createWebhooksRepository(database.db);

  /** @throws AppError NOT_FOUND */
  async function all({ workspaceId }: Member, id: string): Promise<WebhookDelivery[]> {
    if (!(await webhooks.belongsTo(workspaceId, id))) throw unknownWebhook();
    return (await repository.listNewest(id)).map((row) => ({
      _id: row.id,
      type: row.type,
      createdAt: row.created_at.toISOString(),
      state: row.state,
      attempts: row.attempts,
      lastAttemptAt: row.attempted_at?.toISOString() ?? null,
      nextAttemptAt: row.state === 'waiting' ? row.next_at.toISOString() : null,
      lastAnswer: row.result,
    }));
  }

  return {
    all,

    /** @throws AppError NOT_FOUND */
    async test(member: Member, id: string): Promise<WebhookDelivery> {
      const { workspaceId } = member;
      if (!(await webhooks.belongsTo(workspaceId, id))) throw unknownWebhook();
      const deliveryId = newId();
      const timestamp = clock.now().toISOString();
      const data = { post: null, issue: null };
      await database.inTransaction(async (tx) => {
        const message = { type: TEST_EVENT, timestamp, data } as const;
        await createDeliveriesRepository(tx).addTest(deliveryId, id, message);
        await enqueueMessages(tx, 'webhook', [{ key: deliveryId, content: {}, workspaceId }]);
      });
      wakeUps.send([{ topic: 'work' }]);
      const delivery = (await all(member, id)).find(({ _id }) => _id === deliveryId);
      if (delivery === undefined) throw unknownWebhook();
      return delivery;
    },
  };
}
