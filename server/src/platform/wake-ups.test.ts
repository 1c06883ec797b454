import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLog } from './log/log.ts';
import { createWakeUps, type WakeUp, type WakeUps } from './wake-ups.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';

let own: TestDatabase;
let wakeUps: WakeUps;
const received: WakeUp[] = [];
beforeAll(async () => {
  own = await createTestDatabase();
  wakeUps = await createWakeUps(own.database, createLog('silent'));
  wakeUps.listen((wakeUp) => received.push(wakeUp));
});
afterAll(async () => {
  await wakeUps.close();
  await own.drop();
});

test('a listener receives a wake-up', async () => {
  wakeUps.send([{ topic: 'posts', workspaceId: 'w1' }]);
  await expect.poll(() => received).toContainEqual({ topic: 'posts', workspaceId: 'w1' });
});

test('a listener receives wake-ups again after its connection was cut', async () => {
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and query like 'listen %'`.execute(own.database.db);
  await expect
    .poll(
      () => {
        wakeUps.send([{ topic: 'account', workspaceId: 'w2' }]);
        return received;
      },
      { timeout: 10_000, interval: 200 },
    )
    .toContainEqual({ topic: 'account', workspaceId: 'w2' });
});

test('a listener that has stopped receives no more wake-ups', async () => {
  const mine: WakeUp[] = [];
  wakeUps.listen((wakeUp) => mine.push(wakeUp))();
  wakeUps.send([{ topic: 'posts', workspaceId: 'w3' }]);
  await expect.poll(() => received).toContainEqual({ topic: 'posts', workspaceId: 'w3' });
  expect(mine).toEqual([]);
});
