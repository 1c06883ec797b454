import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newId } from '../ids.ts';
import { createLog } from '../log/log.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts';
import { createJobs, type Jobs } from './jobs.ts';
import { queues } from './queues.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

let testDatabase: TestDatabase;
let jobs: Jobs;
let offset = 0;
beforeAll(async () => {
  testDatabase = await createTestDatabase();
  jobs = await createJobs(testDatabase.database, createLog('silent'), { supervise: true });
  await sql`create or replace function pgboss.job_now() returns timestamptz language sql stable as
    'select app_now()'`.execute(testDatabase.database.db);
});
afterAll(async () => {
  await jobs.close();
  await testDatabase.drop();
});
beforeEach(() => sql`delete from pgboss.job`.execute(testDatabase.database.db));

const advance = (ms: number) => testDatabase.setOffset((offset += ms));

async function inMs(ms: number): Promise<Date> {
  const found = await sql<{ at: Date }>`
    select app_now() + make_interval(secs => ${ms / SECOND}) as at`.execute(
    testDatabase.database.db,
  );
  return found.rows[0]?.at ?? new Date(0);
}

async function sendJob(startAfter?: Date): Promise<string> {
  const postId = newId();
  const job = { data: { postId }, group: newId() };
  await jobs.send(testDatabase.database.db, 'post-advance', [
    startAfter === undefined ? job : { ...job, startAfter },
  ]);
  return postId;
}

const fetchJobs = async () =>
  (await jobs.fetch('post-advance', 10)).map(({ id, data }) => ({ id, postId: data.postId }));

test('a job is fetched once it is due, and not before', async () => {
  const [later, now] = [await sendJob(await inMs(30 * MINUTE)), await sendJob()];
  expect((await fetchJobs()).map(({ postId }) => postId)).toEqual([now]);
  await advance(29 * MINUTE);
  expect(await fetchJobs()).toEqual([]);
  await advance(MINUTE + SECOND);
  expect((await fetchJobs()).map(({ postId }) => postId)).toEqual([later]);
});

test('a completed job is not fetched again', async () => {
  await sendJob();
  const [job] = await fetchJobs();
  await jobs.complete('post-advance', job?.id ?? '');
  await advance(10 * MINUTE);
  expect(await fetchJobs()).toEqual([]);
});

test('a failed job is retried with a back-off until its retry limit', async () => {
  const postId = await sendJob();
  const { retryLimit } = queues['post-advance'];
  for (let attempt = 0; attempt <= retryLimit; attempt += 1) {
    const [job] = await fetchJobs();
    expect(job?.postId).toBe(postId);
    await jobs.fail('post-advance', job?.id ?? '', 'away');
    expect(await fetchJobs()).toEqual([]);
    await advance(10 * MINUTE);
  }
  expect(await fetchJobs()).toEqual([]);
});

test('a job whose worker died is fetched again once its heartbeat has expired', async () => {
  const postId = await sendJob();
  const [job] = await fetchJobs();
  expect(job?.postId).toBe(postId);
  await advance((queues['post-advance'].heartbeatSeconds - 5) * SECOND);
  expect(await fetchJobs()).toEqual([]);
  await advance(6 * SECOND);
  // pg-boss checks every ten seconds of real time.
  await expect
    .poll(
      async () => {
        await advance(10 * SECOND);
        return fetchJobs();
      },
      { timeout: 40_000, interval: 500 },
    )
    .toEqual([job]);
}, 60_000);

test('an overdue post has at most one queued job, however often it is sent', async () => {
  const postId = newId();
  const send = () =>
    jobs.send(testDatabase.database.db, 'post-overdue', [{ data: { postId }, key: postId }]);
  await send();
  await send();
  const waiting = await jobs.fetch('post-overdue', 10);
  expect(waiting.map(({ data }) => data.postId)).toEqual([postId]);
  await send();
  expect(await jobs.fetch('post-overdue', 10)).toHaveLength(1);
});
