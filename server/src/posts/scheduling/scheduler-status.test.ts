import type { DataOf } from '@pontual/contract/shared/endpoint.ts';
import type { schedulerStatus } from '@pontual/contract/operations/scheduler-status.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../platform/ids.ts';
import {
  aConnectedUser,
  aUser,
  aFormOf,
  aPhotoFile,
  aScheduledPost,
  dataOf,
  type Client,
} from '../../../testing/factories.ts';
import { startWorld, type World } from '../../../testing/world.ts';
import { setPublished } from '../../../testing/published-posts.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

const HOUR = 3_600_000;
const statusFor = async (client: Client) =>
  dataOf(await client.get<DataOf<typeof schedulerStatus>>('/schedule/scheduler-status'));

test('the status reports the workers, the due posts and the lateness of published posts', async () => {
  const [client, other] = [await aConnectedUser(world), await aConnectedUser(world)];
  const none = { count: 0, p50: null, p95: null, p99: null };
  const { db } = world.database;
  await db.deleteFrom('worker_heartbeats').execute();
  expect(await statusFor(client)).toEqual({
    alive: false,
    workers: 0,
    lastSeenAt: null,
    nextDue: null,
    overdue: 0,
    lateness: none,
    excused: none,
  });

  for (const seconds of [10, 50, 70]) {
    await sql`insert into worker_heartbeats (worker_id, seen_at)
      values (${newId()}, app_now() - make_interval(secs => ${seconds}))`.execute(db);
  }
  const later = await aScheduledPost(world, client, { dueInMs: 2 * HOUR });
  const late = await aScheduledPost(world, client);
  await sql`update posts set scheduled_time = app_now() - interval '1 second'
    where id = ${late._id}`.execute(db);
  for (const [lateMs, isDelayedByInstagram, ageHours] of [
    [100, false, 1],
    [200, false, 1],
    [300, false, 1],
    [90_000, true, 1],
    [5000, false, 25],
  ] as const) {
    const post = await aScheduledPost(world, client);
    const dueAt = new Date(world.now().getTime() - ageHours * HOUR - lateMs);
    await setPublished(db, post._id, { dueAt, lateMs, isDelayedByInstagram });
  }
  expect(await statusFor(client)).toMatchObject({
    alive: true,
    workers: 2,
    nextDue: later.scheduledTime,
    overdue: 1,
    lateness: { count: 3, p50: 200, p95: 300, p99: 300 },
    excused: { count: 1, p50: 90_000, p95: 90_000, p99: 90_000 },
  });
  expect(await statusFor(other)).toMatchObject({
    nextDue: null,
    overdue: 0,
    lateness: { count: 3 },
  });
});

test('a user who schedules more posts than Instagram accepts in a day gets a warning', async () => {
  const [client, other] = [await aConnectedUser(world), await aConnectedUser(world)];
  const { db } = world.database;
  const file = await aPhotoFile();
  const schedule = async (owner: Client, hours: number, demo = 'false') => {
    const scheduledTime = new Date(world.now().getTime() + hours * HOUR).toISOString();
    const form = aFormOf({ mediaType: 'IMAGE', scheduledTime, demo }, [file]);
    return dataOf(await owner.schedule(form));
  };
  const warning =
    'A conta passa do limite de 3 posts em 24 horas do Instagram nesse dia. O que passar sai assim que houver vaga.';
  expect((await schedule(client, 50)).warning).toBeNull();
  await sql`update instagram_accounts set quota_total = 3`.execute(db);
  expect((await schedule(client, 60)).warning).toBeNull();
  expect((await schedule(other, 70)).warning).toBeNull();
  expect((await schedule(client, 75)).warning).toBeNull();
  expect((await schedule(await aUser(world), 71, 'true')).warning).toBeNull();
  const { post, warning: said } = await schedule(client, 65);
  expect(said).toBe(warning);
  const moved = { scheduledTime: new Date(world.now().getTime() + 100 * HOUR).toISOString() };
  expect(dataOf(await client.put(`/scheduled/${post._id}`, aFormOf(moved))).warning).toBeNull();
});
