import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { MINUTE, usePublishing } from '../../../testing/publishing-steps.ts';
import { newId } from '../../platform/ids.ts';

const engine = usePublishing();
const record = (workerId: string) =>
  engine.world.services.publishing.repository.recordHeartbeat(workerId);

test('a worker that was the only one and suspended marks the outage window at its next heartbeat', async () => {
  const post = await engine.aPreparedPost();
  await engine.world.advanceTime(3 * MINUTE);
  const workerId = newId();
  await record(workerId);
  await sql`update worker_heartbeats set seen_at = app_now() - interval '2 minutes'`.execute(
    engine.world.database.db,
  );
  await record(workerId);
  expect((await engine.row(post._id)).outage_since).not.toBeNull();
});

test('a worker learns how many there are, and which of them it is', async () => {
  const { db } = engine.world.database;
  await sql`delete from worker_heartbeats`.execute(db);
  const [first, second] = [newId(), newId()].toSorted();
  expect(await record(first ?? '')).toEqual({ workers: 1, index: 0 });
  expect(await record(second ?? '')).toEqual({ workers: 2, index: 1 });
  expect(await record(first ?? '')).toEqual({ workers: 2, index: 0 });
  await sql`update worker_heartbeats set seen_at = app_now() - interval '30 seconds'
    where worker_id = ${first}`.execute(db);
  expect(await record(second ?? '')).toEqual({ workers: 1, index: 0 });
  expect(await record(first ?? '')).toEqual({ workers: 2, index: 0 });
  await engine.world.services.publishing.repository.endHeartbeats(first ?? '');
  expect(await record(second ?? '')).toEqual({ workers: 1, index: 0 });
});

test('a heartbeat without a gap before it waits for no worker that marks an outage window', async () => {
  const { db } = engine.world.database;
  const workerId = newId();
  await record(workerId);
  const readSeen = async () =>
    (
      await db
        .selectFrom('worker_heartbeats')
        .select('seen_at')
        .where('worker_id', '=', workerId)
        .executeTakeFirstOrThrow()
    ).seen_at;
  const before = await readSeen();
  await db.transaction().execute(async (tx) => {
    await sql`select from worker_heartbeats where worker_id <> ${workerId} for update`.execute(tx);
    await record(workerId);
  });
  expect((await readSeen()).getTime()).toBeGreaterThan(before.getTime());
});
