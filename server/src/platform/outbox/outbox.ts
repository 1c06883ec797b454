import type { Clock } from '../clock.ts';
import type { Database } from '../database/database.ts';
import type { Log } from '../log/log.ts';
import { logFields, withLogFields } from '../log/log-fields.ts';
import { startLoop, type Loop } from '../loop.ts';
import type { Metrics } from '../metrics.ts';
import { channelNames, type ChannelName } from './channel-names.ts';
import type { Channels, Delivery, OutboxMessage } from './channel.ts';
import { createOutboxRepository } from './outbox.repository.ts';
import { retryDelaySeconds } from './retry-delay.ts';

export type Outbox = ReturnType<typeof createOutbox>;

/** The longest delay, in ms, when a wake-up is lost. */
const POLL_MS = 5000;
/** Sends what `enqueueMessages` has stored, and tries again until the receiver has it (decision 033). */
export function createOutbox(deps: {
  database: Database;
  channels: Channels;
  clock: Clock;
  log: Log;
  metrics: Pick<Metrics, 'recordJobEnd'>;
  /** Runs between claim and attempt; only proofs use it. */
  observe: (messageId: string) => void | Promise<void>;
}) {
  const { database, channels, log, metrics, observe } = deps;
  const repository = createOutboxRepository(database.db);

  async function attempt(name: ChannelName, message: OutboxMessage): Promise<Delivery> {
    try {
      const isOver = message.secondsLeft !== null && message.secondsLeft <= 0;
      return isOver ? { kind: 'failed' } : await channels[name].deliver(message);
    } catch (error) {
      log.error({ error, channel: name, messageId: message.id }, 'a message could not be sent');
      const inSeconds = retryDelaySeconds(message.attempts);
      return { kind: 'retry', inSeconds, result: 'internal error' };
    }
  }

  async function storeOutcome(
    message: OutboxMessage,
    delivery: Delivery,
  ): Promise<Delivery['kind'] | undefined> {
    const { kind, result = null } = delivery;
    return database.inTransaction(async (tx) => {
      const own = createOutboxRepository(tx);
      const state =
        kind === 'retry'
          ? await own.retry(message, delivery.inSeconds, result)
          : await own.end(message, kind, result);
      if (state === undefined) return undefined;
      await delivery.record?.(tx);
      return state === 'waiting' ? 'retry' : state;
    });
  }

  async function deliver(name: ChannelName, message: OutboxMessage): Promise<void> {
    await observe(message.id);
    const delivery = await attempt(name, message);
    const end = await storeOutcome(message, delivery);
    if (end === undefined) return;
    metrics.recordJobEnd(name, end === 'sent' || end === 'dropped' ? 'done' : 'failed');
    if (end !== 'failed') return;
    const { id: messageId, userId, attempts } = message;
    log.warn(
      { channel: name, messageId, userId, attempts, result: delivery.result },
      'a message was given up',
    );
  }

  const claim = (name: ChannelName, max: number) =>
    repository.claim(name, { max, ...channels[name] });

  function startChannel(name: ChannelName): Loop {
    const { concurrency } = channels[name];
    const sending = new Set<Promise<void>>();
    /** The last claim found messages, so more may be due. */
    let isBehind = false;
    const loop = startLoop({ ...deps, name: `outbox ${name}` }, async () => {
      const free = concurrency - sending.size;
      const claimed = free === 0 ? [] : await claim(name, free);
      if (free > 0) isBehind = claimed.length > 0;
      for (const message of claimed) {
        const { workerId } = logFields();
        const fields = { workerId, channel: name, messageId: message.id, userId: message.userId };
        const sent: Promise<void> = withLogFields(fields, () => deliver(name, message))
          // The lease runs out, and the message is sent again.
          .catch((error: unknown) => log.error({ error }, 'a delivery was not recorded'))
          .finally(() => {
            sending.delete(sent);
            // A claim after each end would cost the database more than the work itself.
            if (isBehind && sending.size <= concurrency / 2) loop.wake();
          });
        sending.add(sent);
      }
      return POLL_MS;
    });
    return {
      wake: loop.wake,
      async close() {
        await loop.close();
        await Promise.all(sending);
      },
    };
  }

  return {
    claim,
    /** Sends one claimed message and records what came of it. */
    deliver,
    deleteOld: () => repository.deleteOld(),
    /** Sends in this process until it is closed; `wake` looks for messages at once. */
    start(): Loop {
      const loops = channelNames.map((name) => startChannel(name));
      return {
        wake: () => loops.forEach((loop) => loop.wake()),
        close: async () => void (await Promise.all(loops.map((loop) => loop.close()))),
      };
    },
  };
}
