import type { Clock } from '../clock.ts';
import type { Database } from '../database/database.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { KeyRing } from '../key-ring.ts';
import type { Log } from '../log.ts';
import type { Nudges } from '../nudges.ts';
import { encryptFor } from './push.encryption.ts';
import { createPushMessagesRepository, type PushInHand } from './push.messages.repository.ts';
import { addNews, type PushName, type PushNews } from './push.news.repository.ts';
import { outcomeOf, waitSeconds } from './push.rules.ts';
import { createPushSeal } from './push.service.ts';
import type { OutgoingPush, PushAnswer, PushTransport } from './push.transport.ts';
import { vapidHeader, type VapidKeys } from './push.vapid.ts';
import { pushMessageOf, topicOf } from './push.words.ts';

/** Whoever has many devices that do not answer must not keep everybody waiting. */
const jobOf = ({ subscriptionId, event, userId }: PushNews, startAfter?: Date) => ({
  data: { subscriptionId, event },
  key: `${subscriptionId} ${event}`,
  group: userId,
  ...(startAfter === undefined ? {} : { startAfter }),
});

/**
 * What devices are told of posts. It is found by reading what the engine has written, so that no
 * post waits for it or can fail by it, and goes out by jobs of its own.
 */
export function createPushDelivery(deps: {
  database: Database;
  jobs: Pick<Jobs, 'send'>;
  keyRing: KeyRing;
  vapidKeys: () => Promise<VapidKeys>;
  transport: Pick<PushTransport, 'send'>;
  nudges: Pick<Nudges, 'send'>;
  subject: string;
  clock: Clock;
  log: Log;
}) {
  const { database, jobs, vapidKeys, transport, nudges, subject, clock, log } = deps;
  const repository = createPushMessagesRepository(database.db);
  const { open } = createPushSeal(deps.keyRing);

  async function outgoing(message: PushInHand): Promise<OutgoingPush> {
    const { endpoint, keys } = open(message.subscriptionId, message.sealed);
    const told = pushMessageOf(message);
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
      body: encryptFor(keys, Buffer.from(JSON.stringify(told))),
    };
  }

  /** Undefined when there is no answer: of that the device knows nothing. */
  async function send(message: PushInHand): Promise<PushAnswer | undefined> {
    const { subscriptionId } = message;
    const made = await outgoing(message).catch((error: unknown) => {
      log.error({ error, subscriptionId }, 'a push message could not be made');
      return undefined;
    });
    return (
      made &&
      transport.send(made).catch((error: unknown) => {
        log.info({ error, subscriptionId }, 'a push service did not answer');
        return undefined;
      })
    );
  }

  async function tryLater(message: PushInHand, retryAfter: string | undefined): Promise<void> {
    const seconds = waitSeconds(message.attempts, retryAfter, clock.now());
    const again = await repository.putOff(message, seconds);
    if (again !== undefined) await jobs.send(database.db, 'push', [jobOf(message, again)]);
  }

  return {
    /** Writes down what is new, and has it sent: each event once for each device. */
    async tellNews(within: '2 minutes' | '24 hours'): Promise<void> {
      const count = await database.inTransaction(async (tx) => {
        const added = await addNews(tx, within);
        await jobs.send(
          tx,
          'push',
          added.map((name) => jobOf(name)),
        );
        return added.length;
      });
      if (count > 0) nudges.send([{ topic: 'work' }]);
    },

    /**
     * Sends a message, unless it was sent, is no news any more, or another delivery has it in hand.
     * One that is repeated after a crash takes the place of the first on the device.
     */
    async deliver(name: PushName): Promise<void> {
      const message = await repository.take(name);
      if (message === undefined) return;
      if (message.seconds_left <= 0) return repository.giveUp(name);
      const answer = await send(message);
      const outcome = outcomeOf(answer?.status);
      if (outcome === 'sent') return repository.markSent(name);
      // Whoever used it has taken the permission back, or the browser is gone.
      if (outcome === 'gone') return repository.forgetDevice(name.subscriptionId);
      log.info({ status: answer?.status }, 'a push service took no message');
      if (outcome === 'again') return tryLater(message, answer?.retryAfter);
      await repository.giveUp(name);
      await repository.noteRefusal(name.subscriptionId);
    },

    /** Has sent what was missed: by a job that was lost, or while no worker looked. */
    async deliverOverdue(): Promise<void> {
      await this.tellNews('24 hours');
      const waiting = await repository.overdue();
      await jobs.send(
        database.db,
        'push',
        waiting.map((name) => jobOf(name)),
      );
    },

    forgetOld: () => repository.forgetOld(),
  };
}
