import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { choose, connect, control, errorOf, graph, published } from '../testing/graph-client.ts';
import { mp4 } from '../testing/media-bytes.ts';
import { openStudio, type Studio } from '../testing/studio.ts';
import { instagramFaults, STEPS } from './faults.ts';

let studio: Studio;

beforeEach(async () => {
  studio = await openStudio();
});
afterEach(() => studio.close());

const arm = (step: string, fault: string, more: object = {}): Promise<Response> =>
  control(studio.sandbox, '/faults', { service: 'instagram', step, fault, ...more });

test.each(['timeout-after-commit', 'reset-after-commit'])(
  '%s publishes, but the answer never arrives',
  async (fault) => {
    const container = await studio.createImage();
    await arm('publish', fault);
    await expect(studio.publish(container)).rejects.toThrow('fetch failed');
    expect(await studio.status(container)).toBe('PUBLISHED');
    expect(await published(studio.sandbox)).toHaveLength(1);
  },
);

test('timeout-before-commit publishes nothing, and only once', async () => {
  const container = await studio.createImage();
  await arm('publish', 'timeout-before-commit');
  await expect(studio.publish(container)).rejects.toThrow('fetch failed');
  expect(await studio.status(container)).toBe('FINISHED');
  expect((await studio.publish(container)).status).toBe(200);
});

test.each([
  ['403-2207051-but-published', 403, '4/2207051'],
  ['500-code2-but-published', 500, '2'],
])('%s lies: the post is there', async (fault, http, error) => {
  const container = await studio.createImage();
  await arm('publish', fault);
  const answer = await studio.publish(container);
  expect([answer.status, errorOf(answer)]).toEqual([http, error]);
  expect(await published(studio.sandbox)).toHaveLength(1);
});

test('short names mean the errors they are known by', async () => {
  const container = await studio.createImage();
  for (const [fault, error] of [
    ['quota', '9/2207042'],
    ['9007', '9007/2207027'],
    ['80002', '80002'],
    ['2207050', '25/2207050'],
  ] as const) {
    await arm('publish', fault);
    expect(errorOf(await studio.publish(container))).toBe(error);
  }
});

test('a fault strikes as often as it was armed for, and only its account', async () => {
  await arm('publish', '9007', { times: 2, username: 'atelie.barro' });
  const cafe = await connect(studio.sandbox, 'cafe.serra');
  const other = await graph(studio.sandbox, 'POST', `/${cafe.igId}/media_publish`, {
    creation_id: '1',
    access_token: cafe.pageToken,
  });
  expect(errorOf(other)).toBe('24/2207006');
  const container = await studio.createImage();
  expect(errorOf(await studio.publish(container))).toBe('9007/2207027');
  expect(errorOf(await studio.publish(container))).toBe('9007/2207027');
  expect((await studio.publish(container)).status).toBe(200);
});

test('a token that dies stays dead until the next login', async () => {
  await arm('token', '460');
  const call = (access_token: string) => graph(studio.sandbox, 'GET', '/me', { access_token });
  expect(errorOf(await call(studio.pageToken))).toBe('190/460');
  expect(errorOf(await call(studio.userToken))).toBe('190/460');
  const again = await connect(studio.sandbox);
  expect((await call(again.pageToken)).status).toBe(200);
});

test('a container can be stuck for a while or fail for good', async () => {
  const container = await studio.createImage();
  await arm('status', 'stuck');
  expect(await studio.status(container)).toBe('IN_PROGRESS');
  expect(await studio.status(container)).toBe('FINISHED');
  await arm('status', 'error:2207077');
  expect(await studio.status(container)).toBe('ERROR');
  expect(await studio.status(container)).toBe('ERROR');
});

test('a container can fail while its video is still downloaded', async () => {
  const video_url = studio.host.stall('/reel.mp4');
  const reel = await studio.create({ media_type: 'REELS', video_url });
  const id = reel.body.id ?? '';
  expect(await studio.status(id)).toBe('IN_PROGRESS');
  await arm('status', 'error:2207082');
  expect(await studio.status(id)).toBe('ERROR');
  expect(await studio.status(id)).toBe('ERROR');
});

test('a match of the copyright check marks one container for good', async () => {
  const check = async (id: string): Promise<unknown> =>
    (await studio.look(id, 'copyright_check_status'))['copyright_check_status'];
  const video_url = studio.host.offer('/reel.mp4', mp4(20));
  const reel = await studio.create({ media_type: 'REELS', video_url });
  const id = reel.body.id ?? '';
  await expect.poll(() => studio.status(id), { interval: 10 }).toBe('FINISHED');
  expect(await check(id)).toEqual({ status: 'completed', matches_found: false });
  const image = await studio.createImage();
  expect(await check(image)).toEqual({ status: 'not_started', matches_found: false });
  await arm('status', 'copyright');
  expect(await check(id)).toEqual({ status: 'completed', matches_found: true });
  expect(await check(id)).toEqual({ status: 'completed', matches_found: true });
  expect(await check(image)).toEqual({ status: 'not_started', matches_found: false });
});

test('of several faults that fit, the one armed first strikes first', async () => {
  await arm('rate', '80002', { username: 'atelie.barro' });
  await arm('publish', '9007');
  await arm('publish', '9004', { username: 'cafe.serra' });
  const container = await studio.createImage();
  // The creation took `rate`, which strikes any call with a token.
  expect(container).toBe('');
  expect(errorOf(await studio.publish('1'))).toBe('9007/2207027');
  expect(errorOf(await studio.publish('1'))).toBe('24/2207006');
});

test('pages can be missing, and the dialog can deny', async () => {
  await arm('page', 'none');
  expect((await connect(studio.sandbox)).pageToken).toBe('');
  await arm('page', 'no-ig');
  expect((await connect(studio.sandbox)).igId).toBe('');
  await arm('dialog', 'deny');
  const { searchParams } = await choose(studio.sandbox, 'atelie.barro');
  expect(searchParams.get('error')).toBe('access_denied');
});

test('a slow answer comes late, its effect at once', async () => {
  const container = await studio.createImage();
  await arm('publish', 'slow', { delayMs: 300 });
  const answer = studio.publish(container);
  await expect.poll(() => published(studio.sandbox), { interval: 10 }).toHaveLength(1);
  expect((await answer).status).toBe(200);
});

test.each([
  ['service', { service: 'orkut', step: 'create', fault: '9004' }],
  ['step', { service: 'instagram', step: 'dance', fault: '9004' }],
  ['fault', { service: 'instagram', step: 'create', fault: 'bad-luck' }],
])('an unknown %s is refused and the known ones are named', async (what, body) => {
  const response = await control(studio.sandbox, '/faults', body);
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({
    error: expect.stringContaining(`unknown ${what}`),
    [`${what}s`]: expect.any(Array),
  });
});

test('a throttled account is told how long', async () => {
  await arm('rate', '80002');
  const answer = await graph(studio.sandbox, 'GET', `/${studio.igId}`, {
    access_token: studio.pageToken,
  });
  expect(answer.headers.get('x-business-use-case-usage')).toContain('"call_count":100');
});

test('the guide names every step, fault and error', () => {
  const guide = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
  const missing = [...STEPS, ...instagramFaults.names].filter(
    (name) => !guide.includes(`\`${name}\``),
  );
  expect(missing).toEqual([]);
});
