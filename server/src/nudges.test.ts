import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLog } from './log.ts';
import { createNudges, type Nudge, type Nudges } from './nudges.ts';
import { createTestDatabase, type TestDatabase } from './testing/test-database.ts';

let own: TestDatabase;
let nudges: Nudges;
const heard: Nudge[] = [];
beforeAll(async () => {
  own = await createTestDatabase();
  nudges = await createNudges(own.database, createLog('silent'));
  nudges.listen((nudge) => heard.push(nudge));
});
afterAll(async () => {
  await nudges.close();
  await own.drop();
});

test('a nudge is heard', async () => {
  nudges.send([{ topic: 'posts', workspaceId: 'w1' }]);
  await expect.poll(() => heard).toContainEqual({ topic: 'posts', workspaceId: 'w1' });
});

test('after the listening connection was cut, nudges are heard again', async () => {
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and query like 'listen %'`.execute(own.database.db);
  await expect
    .poll(
      () => {
        nudges.send([{ topic: 'account', workspaceId: 'w2' }]);
        return heard;
      },
      { timeout: 10_000, interval: 200 },
    )
    .toContainEqual({ topic: 'account', workspaceId: 'w2' });
});

test('who stopped listening hears nothing more', async () => {
  const mine: Nudge[] = [];
  nudges.listen((nudge) => mine.push(nudge))();
  nudges.send([{ topic: 'posts', workspaceId: 'w3' }]);
  await expect.poll(() => heard).toContainEqual({ topic: 'posts', workspaceId: 'w3' });
  expect(mine).toEqual([]);
});
