import type { Database } from '../../platform/database/database.ts';
import { enqueueMessages } from '../../platform/outbox/outbox.repository.ts';
import type { WakeUps } from '../../platform/wake-ups.ts';
import { findNewPushes, keyOfPush } from './events.repository.ts';

export type EnqueuePushes = ReturnType<typeof createEnqueuePushes>;

/** Derived from the stored events, so that no post waits for a message or fails with it. */
export function createEnqueuePushes(deps: { database: Database; wakeUps: Pick<WakeUps, 'send'> }) {
  const { database, wakeUps } = deps;
  return async function enqueuePushes(within: '2 minutes' | '24 hours'): Promise<void> {
    const count = await database.inTransaction(async (tx) => {
      const pushes = await findNewPushes(tx, within);
      const messages = pushes.map(({ event, userId, lifetimeSeconds, ...content }) => ({
        key: keyOfPush({ event, ...content }),
        content,
        userId,
        lifetimeSeconds,
      }));
      return enqueueMessages(tx, 'push', messages);
    });
    if (count > 0) wakeUps.send([{ topic: 'work' }]);
  };
}
