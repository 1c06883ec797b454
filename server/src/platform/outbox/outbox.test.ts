import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { aUser } from '../../../testing/factories.ts';
import { createTestOutbox } from '../../../testing/outbox.ts';
import { startWorld, type World } from '../../../testing/world.ts';
import type { Channel, Delivery, OutboxMessage } from './channel.ts';
import type { Outbox } from './outbox.ts';
import { dropMessages, enqueueMessages, type NewMessage } from './outbox.repository.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const DAY = 24 * 60 * MINUTE;

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());
afterEach(async () => {
  await world.database.db.deleteFrom('outbox').execute();
});

type Attempt = (message: OutboxMessage) => Delivery | Promise<Delivery>;

const succeed: Attempt = () => ({ kind: 'sent' });

/** An outbox of one process; `attempt` is its receiver outside. */
function aProcess(attempt: Attempt, limits: Partial<Channel> = {}) {
  const sent: string[] = [];
  const channel: Channel = {
    concurrency: 10,
    perGroup: 2,
    leaseSeconds: 60,
    ...limits,
    async deliver(message) {
      const delivery = await attempt(message);
      if (delivery.kind === 'sent') sent.push(message.key);
      return delivery;
    },
  };
  return { outbox: createTestOutbox(world.database, channel), sent };
}

const enqueue = (...messages: (Partial<NewMessage> & { key: string })[]) =>
  enqueueMessages(
    world.database.db,
    'push',
    messages.map((message) => Object.assign({ content: { text: 'Saiu' } }, message)),
  );

async function deliverDue(outbox: Outbox, max = 10): Promise<number> {
  const claimed = await outbox.claim('push', max);
  for (const message of claimed) await outbox.deliver('push', message);
  return claimed.length;
}

const stored = (key: string) =>
  world.database.db
    .selectFrom('outbox')
    .select(['state', 'attempts', 'content', 'result', 'ended_at'])
    .where('key', '=', key)
    .executeTakeFirst();

const keysOf = (messages: readonly OutboxMessage[]) => messages.map(({ key }) => key);

describe('a message', () => {
  test('is sent once for its key, also when the key comes again', async () => {
    const { outbox, sent } = aProcess(succeed);
    expect(await enqueue({ key: 'um' }, { key: 'dois' })).toBe(2);
    expect(await enqueue({ key: 'um' })).toBe(0);
    await deliverDue(outbox);
    expect(await enqueue({ key: 'um' })).toBe(0);
    await deliverDue(outbox);
    expect(sent.toSorted()).toEqual(['dois', 'um']);
  });

  test('is not sent when its transaction fails', async () => {
    const { outbox, sent } = aProcess(succeed);
    const failing = world.database.inTransaction(async (tx) => {
      await enqueueMessages(tx, 'push', [{ key: 'um', content: {} }]);
      throw new Error('undone');
    });
    await expect(failing).rejects.toThrow('undone');
    expect(await deliverDue(outbox)).toBe(0);
    expect(sent).toEqual([]);
  });

  test('is not sent before its time', async () => {
    const { outbox } = aProcess(succeed);
    await enqueue({ key: 'um', delaySeconds: 60 });
    expect(await deliverDue(outbox)).toBe(0);
    await world.advanceTime(MINUTE + SECOND);
    expect(await deliverDue(outbox)).toBe(1);
  });

  test('is sent by one of several processes', async () => {
    const processes = [1, 2, 3, 4].map(() => aProcess(succeed));
    await enqueue(...Array.from({ length: 20 }, (_, index) => ({ key: `mensagem ${index}` })));
    for (let rounds = 0; rounds < 5; rounds += 1) {
      await Promise.all(processes.map(({ outbox }) => deliverDue(outbox)));
    }
    const sent = processes.flatMap((process) => process.sent);
    expect(sent).toHaveLength(20);
    expect(new Set(sent).size).toBe(20);
  });

  test('keeps nothing of its content after its end', async () => {
    const { outbox } = aProcess(succeed);
    await enqueue({ key: 'um', content: { to: 'ana@exemplo.com.br' } });
    await deliverDue(outbox);
    expect(await stored('um')).toMatchObject({ state: 'sent', content: {} });
  });

  test('is deleted with its user', async () => {
    const client = await aUser(world);
    await enqueue({ key: 'um', userId: client.user._id });
    await sql`delete from users where id = ${client.user._id}`.execute(world.database.db);
    expect(await stored('um')).toBeUndefined();
  });

  test('is deleted a week after its end', async () => {
    const { outbox } = aProcess(succeed);
    await enqueue({ key: 'um' }, { key: 'dois', delaySeconds: (30 * DAY) / SECOND });
    await deliverDue(outbox);
    await world.advanceTime(6 * DAY);
    await world.services.deleteExpired();
    expect(await stored('um')).toBeDefined();
    await world.advanceTime(2 * DAY);
    await world.services.deleteExpired();
    expect([await stored('um'), await stored('dois')]).toEqual([
      undefined,
      expect.objectContaining({ state: 'waiting' }),
    ]);
  });
});

describe('a receiver that does not accept a message', () => {
  test('gets it again after the delay that the channel asks for', async () => {
    const answers: Delivery[] = [
      { kind: 'retry', inSeconds: 90, result: 'HTTP 503' },
      { kind: 'sent' },
    ];
    const { outbox, sent } = aProcess(() => answers.shift() ?? { kind: 'failed' });
    await enqueue({ key: 'um' });
    await deliverDue(outbox);
    expect(await stored('um')).toMatchObject({ state: 'waiting', result: 'HTTP 503' });
    await world.advanceTime(89 * SECOND);
    expect(await deliverDue(outbox)).toBe(0);
    await world.advanceTime(2 * SECOND);
    await deliverDue(outbox);
    expect(sent).toEqual(['um']);
    expect(await stored('um')).toMatchObject({ state: 'sent', attempts: 2, result: null });
  });

  test('gets it again when the channel itself fails', async () => {
    let isBroken = true;
    const { outbox, sent } = aProcess(() => {
      if (isBroken) throw new Error('broken');
      return { kind: 'sent' };
    });
    await enqueue({ key: 'um' });
    await deliverDue(outbox);
    isBroken = false;
    await world.advanceTime(31 * SECOND);
    await deliverDue(outbox);
    expect(sent).toEqual(['um']);
  });

  test('for good is left alone, and the operator sees the message', async () => {
    const { outbox } = aProcess(() => ({ kind: 'failed', result: 'HTTP 403' }));
    await enqueue({ key: 'um' });
    await deliverDue(outbox);
    await world.advanceTime(DAY);
    expect(await deliverDue(outbox)).toBe(0);
    expect(await stored('um')).toMatchObject({ state: 'failed', result: 'HTTP 403', content: {} });
  });

  test('gets no attempt after the message has expired', async () => {
    const { outbox, sent } = aProcess(() => ({ kind: 'retry', inSeconds: 600 }));
    await enqueue({ key: 'um', lifetimeSeconds: 300 }, { key: 'dois', lifetimeSeconds: 300 });
    const [first] = await outbox.claim('push', 1);
    if (first === undefined) throw new Error('a message is expected');
    await outbox.deliver('push', first);
    expect(await stored(first.key)).toMatchObject({ state: 'failed', attempts: 1 });
    await world.advanceTime(6 * MINUTE);
    await deliverDue(outbox);
    const other = first.key === 'um' ? 'dois' : 'um';
    expect(await stored(other)).toMatchObject({ state: 'failed' });
    expect(sent).toEqual([]);
  });
});

test('an expired message keeps the result of its last attempt', async () => {
  const { outbox } = aProcess(() => ({ kind: 'retry', inSeconds: 60, result: 'HTTP 503' }));
  await enqueue({ key: 'um', lifetimeSeconds: 90 });
  await deliverDue(outbox);
  await world.advanceTime(2 * MINUTE);
  await deliverDue(outbox);
  expect(await stored('um')).toMatchObject({ state: 'failed', result: 'HTTP 503', attempts: 2 });
});

describe('after the death of a process', () => {
  test('another one sends its message when the lease has expired', async () => {
    const [dead, other] = [aProcess(succeed), aProcess(succeed)];
    await enqueue({ key: 'um' });
    expect(keysOf(await dead.outbox.claim('push', 10))).toEqual(['um']);
    expect(await deliverDue(other.outbox)).toBe(0);
    await world.advanceTime(MINUTE + SECOND);
    await deliverDue(other.outbox);
    expect(other.sent).toEqual(['um']);
  });

  test('what a late attempt says about a message of another process changes nothing', async () => {
    const recorded: string[] = [];
    const named = (name: string, kind: 'sent' | 'failed') =>
      aProcess(() => ({ kind, record: async () => void recorded.push(name) }));
    const [slow, other] = [named('slow', 'failed'), named('other', 'sent')];
    await enqueue({ key: 'um' });
    const [claimed] = await slow.outbox.claim('push', 10);
    if (claimed === undefined) throw new Error('a message is expected');
    await world.advanceTime(MINUTE + SECOND);
    await deliverDue(other.outbox);
    await slow.outbox.deliver('push', claimed);
    expect(await stored('um')).toMatchObject({ state: 'sent' });
    expect(recorded).toEqual(['other']);
  });

  test('a message whose end could not be recorded is sent again', async () => {
    let isBroken = true;
    const { outbox, sent } = aProcess(() => ({
      kind: 'sent',
      async record() {
        if (isBroken) throw new Error('broken');
      },
    }));
    await enqueue({ key: 'um' });
    await expect(deliverDue(outbox)).rejects.toThrow('broken');
    expect(await stored('um')).toMatchObject({ state: 'waiting' });
    isBroken = false;
    await world.advanceTime(MINUTE + SECOND);
    await deliverDue(outbox);
    expect(sent).toEqual(['um', 'um']);
    expect(await stored('um')).toMatchObject({ state: 'sent' });
  });
});

test('a message that is dropped while it is sent gets no retry', async () => {
  const { outbox } = aProcess(async () => {
    await dropMessages(world.database.db, 'push', ['um']);
    return { kind: 'retry', inSeconds: 1 };
  });
  await enqueue({ key: 'um' });
  await deliverDue(outbox);
  await world.advanceTime(MINUTE);
  expect(await deliverDue(outbox)).toBe(0);
  expect(await stored('um')).toMatchObject({ state: 'dropped' });
});

describe('of many due messages', () => {
  test('a group with a slow receiver takes no more than its share', async () => {
    const [busy, other] = [await aUser(world), await aUser(world)];
    const { outbox } = aProcess(succeed, { perGroup: 2 });
    await enqueue(
      ...[1, 2, 3, 4, 5].map((number) => ({ key: `muitas ${number}`, userId: busy.user._id })),
      { key: 'outra', userId: other.user._id },
    );
    const first = keysOf(await outbox.claim('push', 10));
    expect(first).toHaveLength(3);
    expect(first).toContain('outra');
    // Both of the busy group are still being sent.
    expect(await outbox.claim('push', 10)).toEqual([]);
  });

  test('those with priority and then the oldest are sent first', async () => {
    const { outbox } = aProcess(succeed);
    await enqueue(
      { key: 'nova', delaySeconds: 3 },
      { key: 'antiga', delaySeconds: 1 },
      { key: 'urgente', delaySeconds: 4, priority: 1 },
    );
    await world.advanceTime(5 * SECOND);
    const order: string[] = [];
    for (let count = 0; count < 3; count += 1) order.push(...keysOf(await outbox.claim('push', 1)));
    expect(order).toEqual(['urgente', 'antiga', 'nova']);
  });
});

test('a running outbox sends new messages, and closing waits for those that are being sent', async () => {
  let finish = () => {};
  const isSending = Promise.withResolvers<void>();
  const { outbox, sent } = aProcess(async () => {
    isSending.resolve();
    await new Promise<void>((resolve) => {
      finish = resolve;
    });
    return { kind: 'sent' };
  });
  const loop = outbox.start();
  await enqueue({ key: 'um' });
  loop.wake();
  await isSending.promise;
  const closed = loop.close();
  finish();
  await closed;
  expect(sent).toEqual(['um']);
  expect(await stored('um')).toMatchObject({ state: 'sent' });
});
