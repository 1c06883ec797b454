import { fork } from 'node:child_process';
import { once } from 'node:events';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openDatabase } from '../../platform/database/database.ts';
import type { DeletionProcessInput } from '../../../testing/deletion-process.ts';
import { aScheduledPost, aUser, connect, dataOf, PASSWORD } from '../../../testing/factories.ts';
import { deliverEmails } from '../../../testing/outbox.ts';
import { findTraces } from '../../../testing/traces.ts';
import { SECRET_KEYS, startWorld } from '../../../testing/world.ts';

async function runSaga(order: DeletionProcessInput): Promise<string | null> {
  const program = new URL('../../../testing/deletion-process.ts', import.meta.url);
  const child = fork(program, [JSON.stringify(order)], {
    execArgv: ['--disable-warning=ExperimentalWarning'],
  });
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null];
  if (code !== 0 && signal === null) throw new Error(`the process ended with ${code}`);
  return signal;
}

test('a deletion that is killed with SIGKILL at each of its steps still finishes', async () => {
  const world = await startWorld();
  const client = await aUser(world);
  await connect(world, client);
  await aScheduledPost(world, client, { mediaType: 'CAROUSEL' });
  await client.post('/account/deletion', { password: PASSWORD }).then(dataOf);
  const { id: deletionId, workspace_id: workspace } = await world.database.db
    .selectFrom('deletions')
    .select(['id', 'workspace_id'])
    .executeTakeFirstOrThrow();
  const order = {
    databaseUrl: world.database.connection.connectionString ?? '',
    env: world.serviceOptions.env,
    secretKeys: SECRET_KEYS,
    deletionId,
  };

  const points = ['stop-posts', 'cancel-billing', 'revoke-meta', 'erase', 'tell'].flatMap(
    (step) => [`deleting ${step}`, `deleted ${step}`],
  );
  points.splice(points.indexOf('deleted erase'), 0, 'deleted a part');
  for (const diesAt of points) {
    expect([diesAt, await runSaga({ ...order, diesAt })]).toEqual([diesAt, 'SIGKILL']);
  }
  expect(await runSaga({ ...order, diesAt: null })).toBeNull();
  await deliverEmails(world);

  const database = openDatabase(order.databaseUrl);
  const ended = await sql<{ step: string | null; is_over: boolean }>`
    select step, finished_at is not null as is_over from deletions`.execute(database.db);
  expect(ended.rows).toEqual([{ step: null, is_over: true }]);
  const { email, _id: user } = client.user;
  const names = { email, user, workspace: workspace ?? '', username: 'atelie.barro' };
  const traces = await findTraces(database.db, names);
  expect(traces.filter((trace) => !/^(?:pgboss\.|public\.access_log)/.test(trace))).toEqual([]);
  expect(traces.filter((trace) => trace.endsWith('email'))).toEqual([]);
  const emails = await world.sandbox.mail(email);
  expect(new Set(emails.map(({ subject }) => subject))).toEqual(
    new Set(['Sua conta foi excluída']),
  );
  await database.close();
  await world.stop();
}, 240_000);
