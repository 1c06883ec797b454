import { TEST_EVENT, type WebhookDelivery } from '@pontual/contract/public-api/webhooks.ts';
import type { Member } from '../../platform/http/authentication.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { WakeUps } from '../../platform/wake-ups.ts';
import { createDeliveriesRepository, type DeliveryRow } from './webhook-deliveries.repository.ts';
import { createWebhooksRepository } from './webhooks.repository.ts';
import { unknownWebhook } from './webhooks.service.ts';

function stateOf(row: DeliveryRow): WebhookDelivery['state'] {
  if (row.delivered_at !== null) return 'delivered';
  if (row.given_up_at !== null) return 'given_up';
  return row.is_sending ? 'sending' : 'waiting';
}

export type DeliveryList = ReturnType<typeof createDeliveryList>;

export function createDeliveryList(deps: {
  database: Database;
  jobs: Pick<Jobs, 'send'>;
  wakeUps: Pick<WakeUps, 'send'>;
  clock: Pick<Clock, 'now'>;
}) {
  const { database, jobs, wakeUps, clock } = deps;
  const repository = createDeliveriesRepository(database.db);
  const webhooks = createWebhooksRepository(database.db);

  /** @throws AppError NOT_FOUND */
  async function all({ workspaceId }: Member, id: string): Promise<WebhookDelivery[]> {
    if (!(await webhooks.belongsTo(workspaceId, id))) throw unknownWebhook();
    return (await repository.listNewest(id)).map((row) => {
      const state = stateOf(row);
      return {
        _id: row.id,
        type: row.type,
        createdAt: row.created_at.toISOString(),
        state,
        attempts: row.attempts,
        lastAttemptAt: row.last_attempt_at?.toISOString() ?? null,
        nextAttemptAt: state === 'waiting' ? row.next_at.toISOString() : null,
        lastAnswer: row.last_answer,
      };
    });
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
        const job = { data: { deliveryId }, key: deliveryId, group: workspaceId };
        await jobs.send(tx, 'webhook', [job]);
      });
      wakeUps.send([{ topic: 'work' }]);
      const delivery = (await all(member, id)).find(({ _id }) => _id === deliveryId);
      if (delivery === undefined) throw unknownWebhook();
      return delivery;
    },
  };
}
