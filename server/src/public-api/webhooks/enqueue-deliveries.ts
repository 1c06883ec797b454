import type { Database } from '../../platform/database/database.ts';
import { enqueueMessages } from '../../platform/outbox/outbox.repository.ts';
import type { WakeUps } from '../../platform/wake-ups.ts';
import { addDeliveries } from './webhook-events.repository.ts';

export type EnqueueDeliveries = ReturnType<typeof createEnqueueDeliveries>;

/** Derived from the stored events, like push messages. */
export function createEnqueueDeliveries(deps: {
  database: Database;
  wakeUps: Pick<WakeUps, 'send'>;
}) {
  const { database, wakeUps } = deps;
  return async function enqueueDeliveries(within: '2 minutes' | '24 hours'): Promise<void> {
    const count = await database.inTransaction(async (tx) => {
      const added = await addDeliveries(tx, within);
      const messages = added.map(({ deliveryId: key, workspaceId }) => ({
        key,
        content: {},
        workspaceId,
      }));
      return enqueueMessages(tx, 'webhook', messages);
    });
    if (count > 0) wakeUps.send([{ topic: 'work' }]);
  };
}
