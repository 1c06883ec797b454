import { z } from 'zod';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import type { KeyRing } from '../../platform/key-ring.ts';
import type { Log } from '../../platform/log/log.ts';
import type { Channel, Delivery, OutboxMessage } from '../../platform/outbox/channel.ts';
import { requestedDelaySeconds, retryDelaySeconds } from '../../platform/outbox/retry-delay.ts';
import type { VapidKeys } from '../../platform/vapid-keys.ts';
import { encryptFor } from './encryption.ts';
import { createPushMessagesRepository, type PushDetails } from './messages.repository.ts';
import { buildPushMessage, topicOf } from './push.presenter.ts';
import { classifyStatus } from './push.rules.ts';
import { createPushSeal } from './push.service.ts';
import type { OutgoingPush, PushResponse, PushTransport } from './transport.ts';
import { vapidHeader } from './vapid.ts';

const pushSubject = z.object({
  subscriptionId: z.uuid(),
  kind: z.enum(['published', 'at_risk', 'failed']),
  postId: z.uuid().nullable(),
  notificationId: z.uuid().nullable(),
});

/** A message that is repeated after a crash replaces the first one on the device. */
export function createPushChannel(deps: {
  database: Database;
  keyRing: KeyRing;
  vapidKeys: () => Promise<VapidKeys>;
  transport: Pick<PushTransport, 'send'>;
  subject: string;
  clock: Clock;
  log: Log;
}): Channel {
  const { database, vapidKeys, transport, subject, clock, log } = deps;
  const repository = createPushMessagesRepository(database.db);
  const { open } = createPushSeal(deps.keyRing);

  async function buildRequest(
    subscriptionId: string,
    details: PushDetails,
    { createdAt, secondsLeft }: OutboxMessage,
  ): Promise<OutgoingPush> {
    const { endpoint, keys } = open(subscriptionId, details.sealed);
    const content = buildPushMessage({ ...details, created_at: createdAt });
    return {
      endpoint,
      headers: {
        authorization: vapidHeader(await vapidKeys(), { endpoint, subject, now: clock.now() }),
        'content-encoding': 'aes128gcm',
        'content-type': 'application/octet-stream',
        ttl: String(Math.ceil(secondsLeft ?? 0)),
        topic: topicOf(details),
        urgency: details.kind === 'published' ? 'normal' : 'high',
      },
      body: encryptFor(keys, Buffer.from(JSON.stringify(content))),
    };
  }

  /** Returns undefined when no response came; the device may be in order. */
  const send = (outgoing: OutgoingPush): Promise<PushResponse | undefined> =>
    transport.send(outgoing).catch((error: unknown) => {
      log.info({ error }, 'a push service did not answer');
      return undefined;
    });

  return {
    concurrency: 10,
    perGroup: 5,
    leaseSeconds: 60,
    async deliver(message): Promise<Delivery> {
      const { subscriptionId, ...about } = pushSubject.parse(message.content);
      const details = await repository.find({ subscriptionId, ...about });
      if (details === undefined || details.is_obsolete) return { kind: 'dropped' };
      const response = await send(await buildRequest(subscriptionId, details, message));
      const result = response === undefined ? 'no response' : `HTTP ${response.status}`;
      switch (classifyStatus(response?.status)) {
        case 'sent':
          return {
            kind: 'sent',
            result,
            record: (tx) => createPushMessagesRepository(tx).recordSuccess(subscriptionId),
          };
        case 'gone':
          return {
            kind: 'dropped',
            result,
            record: (tx) => createPushMessagesRepository(tx).deleteDevice(subscriptionId),
          };
        case 'again': {
          const requested = requestedDelaySeconds(response?.retryAfter, clock.now());
          const inSeconds = Math.max(retryDelaySeconds(message.attempts), requested);
          return { kind: 'retry', inSeconds, result };
        }
        case 'refused':
          return {
            kind: 'failed',
            result,
            record: (tx) => createPushMessagesRepository(tx).recordRefusal(subscriptionId),
          };
      }
    },
  };
}
