import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { systemClock } from '../clock.ts';
import { createLog } from './log.ts';
import { withLogFields, type LogFields } from './log-fields.ts';
import { startLoop } from '../loop.ts';
import { startWorker } from '../../composition/worker.ts';
import { aConnectedUser, aScheduledPost, PASSWORD, fetchPost } from '../../../testing/factories.ts';
import { startWorld, type World } from '../../../testing/world.ts';

type Line = LogFields & { msg: string; route?: string; status?: number; state?: string };

let lines: Line[] = [];
const log = createLog('info', { write: (line) => void lines.push(JSON.parse(line) as Line) });
const linesWith = (msg: string) => lines.filter((line) => line.msg === msg);

let world: World;
beforeAll(async () => {
  world = await startWorld({ log });
});
afterAll(() => world.stop());
beforeEach(() => void (lines = []));

const register = (email: string) =>
  fetch(`${world.url}/api/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: PASSWORD }),
  });

test('each log line of a request has its x-request-id, which is unique per request', async () => {
  const { db } = world.database;
  await sql`alter table users add constraint refusing check (email not like 'recusada%')`.execute(
    db,
  );
  const answers = await Promise.all(
    [1, 2].map((each) => register(`recusada${each}@exemplo.com.br`)),
  );
  await sql`alter table users drop constraint refusing`.execute(db);
  expect(answers.map(({ status }) => status)).toEqual([500, 500]);
  const ids = answers.map(({ headers }) => headers.get('x-request-id'));
  expect(new Set(ids).size).toBe(2);
  for (const msg of ['unexpected error', 'answered']) {
    await expect.poll(() => linesWith(msg).length).toBe(2);
    expect(new Set(linesWith(msg).map(({ requestId }) => requestId))).toEqual(new Set(ids));
  }
  expect(linesWith('answered')[0]).toMatchObject({ route: '/api/auth/register', status: 500 });
});

test('the log lines of a job name the worker, the queue, the job and the post', async () => {
  const worker = startWorker(world.services);
  const { jobs, wakeUps } = world.services.platform;
  const { workerId } = world.services.publishing;
  await jobs.send(world.database.db, 'post-advance', [{ data: { postId: 'no-such-id' } }]);
  wakeUps.send([{ topic: 'work' }]);
  await expect.poll(() => linesWith('a job failed').length, { timeout: 20_000 }).toBeGreaterThan(0);
  await worker.close();
  const [line] = linesWith('a job failed');
  expect(line).toMatchObject({ workerId, queue: 'post-advance', postId: 'no-such-id' });
  expect(line?.jobId).toMatch(/^[0-9a-f-]{36}$/);
  expect(line?.requestId).toBeUndefined();
});

test('the log lines of a post have its id from its preparation to its publication', async () => {
  const client = await aConnectedUser(world);
  const post = await aScheduledPost(world, client, { dueInMs: 5000 });
  const worker = startWorker(world.services);
  await expect
    .poll(async () => (await fetchPost(client, post._id)).status, { timeout: 30_000 })
    .toBe('published');
  await worker.close();
  const transitions = linesWith('a transition was recorded').filter(
    ({ postId }) => postId === post._id,
  );
  expect(transitions.map(({ state }) => state)).toContain('prepared');
  expect(linesWith('a post was published').map(({ postId }) => postId)).toContain(post._id);
});

test('a loop that a request wakes does not log the id of that request', async () => {
  let passes = 0;
  const loop = startLoop({ clock: systemClock, log, name: 'a loop' }, async () => {
    passes += 1;
    log.info('a pass');
    return 60_000;
  });
  withLogFields({ requestId: 'somebody' }, () => loop.wake());
  await expect.poll(() => passes).toBe(2);
  await loop.close();
  expect(linesWith('a pass').map(({ loop: name, requestId }) => [name, requestId])).toEqual([
    ['a loop', undefined],
    ['a loop', undefined],
  ]);
});
