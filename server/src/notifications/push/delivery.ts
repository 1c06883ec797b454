import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { KeyRing } from '../../platform/key-ring.ts';
import type { Log } from '../../platform/log/log.ts';
import type { WakeUps } from '../../platform/wake-ups.ts';
import { encryptFor } from './encryption.ts';
import { createPushMessagesRepository, type ClaimedPush } from './messages.repository.ts';
import { addPushMessages, type PushRef, type PendingPush } from './events.repository.ts';
import { classifyStatus, pushRetryDelaySeconds } from './push.rules.ts';
import { createPushSeal } from './push.service.ts';
import type { OutgoingPush, PushResponse, PushTransport } from './transport.ts';
import { vapidHeader } from './vapid.ts';
import type { VapidKeys } from '../../platform/vapid-keys.ts';
import { buildPushMessage, topicOf } from './push.presenter.ts';

/** Grouped by user: many unresponsive devices of one user do not delay the others. */
const toJob = ({ subscriptionId, event, userId }: PendingPush, startAfter?: Date) => ({
  data: { subscriptionId, event },
  key: `${subscriptionId} ${event}`,
  group: userId,
  ...(startAfter === undefined ? {} : { startAfter }),
});

/** Derived from the stored events, so that no post waits for a delivery or fails with it. */
export function createPushDelivery(deps: {
  database: Database;
  jobs: Pick<Jobs, 'send'>;
  keyRing: KeyRing;
  vapidKeys: () => Promise<VapidKeys>;
  transport: Pick<PushTransport, 'send'>;
  wakeUps: Pick<WakeUps, 'send'>;
  subject: string;
  clock: Clock;
  log: Log;
}) {
  const { database, jobs, vapidKeys, transport, wakeUps, subject, clock, log } = deps;
  const repository = createPushMessagesRepository(database.db);
  const { open } = createPushSeal(deps.keyRing);

  async function buildRequest(message: ClaimedPush): Promise<OutgoingPush> {
    const { endpoint, keys } = open(message.subscriptionId, message.sealed);
    const content = buildPushMessage(message);
    return {
      endpoint,
      headers: {
        authorization: vapidHeader(await vapidKeys(), { endpoint, subject, now: clock.now() }),
        'content-encoding': 'aes128gcm',
        'content-type': 'application/octet-stream',
        ttl: String(message.seconds_left),
        topic: topicOf(message),
        urgency: message.kind === 'published' ? 'normal' : 'high',
      },
      body: encryptFor(keys, Buffer.from(JSON.stringify(content))),
    };
  }

  /** Returns undefined when no message was built or no response came; the device may be in order. */
  async function send(message: ClaimedPush): Promise<PushResponse | undefined> {
    const { subscriptionId } = message;
    const outgoingPush = await buildRequest(message).catch((error: unknown) => {
      log.error({ error, subscriptionId }, 'a push message could not be made');
      return undefined;
    });
    return (
      outgoingPush &&
      transport.send(outgoingPush).catch((error: unknown) => {
        log.info({ error, subscriptionId }, 'a push service did not answer');
        return undefined;
      })
    );
  }

  async function scheduleRetry(
    message: ClaimedPush,
    retryAfter: string | undefined,
  ): Promise<void> {
    const seconds = pushRetryDelaySeconds(message.attempts, retryAfter, clock.now());
    const retryAt = await repository.postpone(message, seconds);
    if (retryAt !== undefined) await jobs.send(database.db, 'push', [toJob(message, retryAt)]);
  }

  return {
    async enqueueNew(within: '2 minutes' | '24 hours'): Promise<void> {
      const count = await database.inTransaction(async (tx) => {
        const added = await addPushMessages(tx, within);
        await jobs.send(
          tx,
          'push',
          added.map((name) => toJob(name)),
        );
        return added.length;
      });
      if (count > 0) wakeUps.send([{ topic: 'work' }]);
    },

    /** A message that is repeated after a crash replaces the first one on the device. */
    async deliver(ref: PushRef): Promise<void> {
      const message = await repository.claim(ref);
      if (message === undefined) return;
      if (message.seconds_left <= 0) return repository.giveUp(ref);
      const answer = await send(message);
      const outcome = classifyStatus(answer?.status);
      if (outcome === 'sent') return repository.markSent(ref);
      if (outcome === 'gone') return repository.deleteDevice(ref.subscriptionId);
      log.info({ status: answer?.status }, 'a push service took no message');
      if (outcome === 'again') return scheduleRetry(message, answer?.retryAfter);
      await repository.giveUp(ref);
      await repository.recordRefusal(ref.subscriptionId);
    },

    /** Enqueues those of lost jobs and of an outage window. */
    async deliverOverdue(): Promise<void> {
      await this.enqueueNew('24 hours');
      const waiting = await repository.overdue();
      await jobs.send(
        database.db,
        'push',
        waiting.map((name) => toJob(name)),
      );
    },

    deleteOld: () => repository.deleteOld(),
  };
}
