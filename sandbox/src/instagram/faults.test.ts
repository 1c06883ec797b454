import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  chooseInDialog,
  connectAccount,
  callControl,
  getErrorKey,
  callGraph,
  listPublished,
} from '../../testing/graph-client.ts';
import { createMp4 } from '../../testing/media-bytes.ts';
import { openPublishingFixture, type PublishingFixture } from '../../testing/publishing-fixture.ts';
import { instagramFaults, STEPS } from './faults.ts';

let fixture: PublishingFixture;

beforeEach(async () => {
  fixture = await openPublishingFixture();
});
afterEach(() => fixture.close());

const armFault = (step: string, fault: string, more: object = {}): Promise<Response> =>
  callControl(fixture.sandbox, '/faults', { service: 'instagram', step, fault, ...more });

test.each(['timeout-after-commit', 'reset-after-commit'])(
  '%s publishes, but the response never arrives',
  async (fault) => {
    const container = await fixture.createImage();
    await armFault('publish', fault);
    await expect(fixture.publish(container)).rejects.toThrow('fetch failed');
    expect(await fixture.status(container)).toBe('PUBLISHED');
    expect(await listPublished(fixture.sandbox)).toHaveLength(1);
  },
);

test('timeout-before-commit publishes nothing, and only once', async () => {
  const container = await fixture.createImage();
  await armFault('publish', 'timeout-before-commit');
  await expect(fixture.publish(container)).rejects.toThrow('fetch failed');
  expect(await fixture.status(container)).toBe('FINISHED');
  expect((await fixture.publish(container)).status).toBe(200);
});

test.each([
  ['empty-after-commit', 'PUBLISHED'],
  ['html-after-commit', 'PUBLISHED'],
  ['empty-before-commit', 'FINISHED'],
  ['html-before-commit', 'FINISHED'],
])('%s responds with 200 and no JSON, and the container is %s', async (fault, state) => {
  const container = await fixture.createImage();
  await armFault('publish', fault);
  await expect(fixture.publish(container)).rejects.toThrow(SyntaxError);
  expect(await fixture.status(container)).toBe(state);
});

test('told-only returns the id of a medium that does not exist', async () => {
  const container = await fixture.createImage();
  await armFault('publish', 'told-only');
  const { status, body } = await fixture.publish(container);
  expect(status).toBe(200);
  expect(body.id).toMatch(/^\d+$/);
  expect(await listPublished(fixture.sandbox)).toEqual([]);
  expect(await fixture.status(container)).toBe('FINISHED');
});

test.each([
  ['403-2207051-but-published', 403, '4/2207051'],
  ['500-code2-but-published', 500, '2'],
])('%s returns an error although the post is published', async (fault, http, error) => {
  const container = await fixture.createImage();
  await armFault('publish', fault);
  const answer = await fixture.publish(container);
  expect([answer.status, getErrorKey(answer)]).toEqual([http, error]);
  expect(await listPublished(fixture.sandbox)).toHaveLength(1);
});

test('short names stand for their known errors', async () => {
  const container = await fixture.createImage();
  for (const [fault, error] of [
    ['quota', '9/2207042'],
    ['9007', '9007/2207027'],
    ['80002', '80002'],
    ['2207050', '25/2207050'],
  ] as const) {
    await armFault('publish', fault);
    expect(getErrorKey(await fixture.publish(container))).toBe(error);
  }
});

test('a fault strikes as often as it was armed, and only its account', async () => {
  await armFault('publish', '9007', { times: 2, username: 'atelie.barro' });
  const cafe = await connectAccount(fixture.sandbox, 'cafe.serra');
  const other = await callGraph(fixture.sandbox, 'POST', `/${cafe.igId}/media_publish`, {
    creation_id: '1',
    access_token: cafe.pageToken,
  });
  expect(getErrorKey(other)).toBe('24/2207006');
  const container = await fixture.createImage();
  expect(getErrorKey(await fixture.publish(container))).toBe('9007/2207027');
  expect(getErrorKey(await fixture.publish(container))).toBe('9007/2207027');
  expect((await fixture.publish(container)).status).toBe(200);
});

test('an invalidated token stays invalid until the next login', async () => {
  await armFault('token', '460');
  const call = (access_token: string) => callGraph(fixture.sandbox, 'GET', '/me', { access_token });
  expect(getErrorKey(await call(fixture.pageToken))).toBe('190/460');
  expect(getErrorKey(await call(fixture.userToken))).toBe('190/460');
  const again = await connectAccount(fixture.sandbox);
  expect((await call(again.pageToken)).status).toBe(200);
});

test('a container can be stuck for a while or fail permanently', async () => {
  const container = await fixture.createImage();
  await armFault('status', 'stuck');
  expect(await fixture.status(container)).toBe('IN_PROGRESS');
  expect(await fixture.status(container)).toBe('FINISHED');
  await armFault('status', 'error:2207077');
  expect(await fixture.status(container)).toBe('ERROR');
  expect(await fixture.status(container)).toBe('ERROR');
});

test('a container can fail while its video is still downloading', async () => {
  const video_url = fixture.host.addStalled('/reel.mp4');
  const reel = await fixture.create({ media_type: 'REELS', video_url });
  const id = reel.body.id ?? '';
  expect(await fixture.status(id)).toBe('IN_PROGRESS');
  await armFault('status', 'error:2207082');
  expect(await fixture.status(id)).toBe('ERROR');
  expect(await fixture.status(id)).toBe('ERROR');
});

test('a match of the copyright check marks one container permanently', async () => {
  const check = async (id: string): Promise<unknown> =>
    (await fixture.readFields(id, 'copyright_check_status'))['copyright_check_status'];
  const video_url = fixture.host.addFile('/reel.mp4', createMp4(20));
  const reel = await fixture.create({ media_type: 'REELS', video_url });
  const id = reel.body.id ?? '';
  await expect.poll(() => fixture.status(id), { interval: 10 }).toBe('FINISHED');
  expect(await check(id)).toEqual({ status: 'completed', matches_found: false });
  const image = await fixture.createImage();
  expect(await check(image)).toEqual({ status: 'not_started', matches_found: false });
  await armFault('status', 'copyright');
  expect(await check(id)).toEqual({ status: 'completed', matches_found: true });
  expect(await check(id)).toEqual({ status: 'completed', matches_found: true });
  expect(await check(image)).toEqual({ status: 'not_started', matches_found: false });
});

test('of several matching faults, the one armed first strikes first', async () => {
  await armFault('rate', '80002', { username: 'atelie.barro' });
  await armFault('publish', '9007');
  await armFault('publish', '9004', { username: 'cafe.serra' });
  const container = await fixture.createImage();
  // The creation consumed `rate`, which strikes any call with a token.
  expect(container).toBe('');
  expect(getErrorKey(await fixture.publish('1'))).toBe('9007/2207027');
  expect(getErrorKey(await fixture.publish('1'))).toBe('24/2207006');
});

test('pages can be missing, and the dialog can deny', async () => {
  await armFault('page', 'none');
  expect((await connectAccount(fixture.sandbox)).pageToken).toBe('');
  await armFault('page', 'no-ig');
  expect((await connectAccount(fixture.sandbox)).igId).toBe('');
  await armFault('dialog', 'deny');
  const { searchParams } = await chooseInDialog(fixture.sandbox, 'atelie.barro');
  expect(searchParams.get('error')).toBe('access_denied');
});

test('a slow call takes effect at once and responds late', async () => {
  const container = await fixture.createImage();
  await armFault('publish', 'slow', { delayMs: 300 });
  const answer = fixture.publish(container);
  await expect.poll(() => listPublished(fixture.sandbox), { interval: 10 }).toHaveLength(1);
  expect((await answer).status).toBe(200);
});

test.each([
  ['service', { service: 'orkut', step: 'create', fault: '9004' }],
  ['step', { service: 'instagram', step: 'dance', fault: '9004' }],
  ['fault', { service: 'instagram', step: 'create', fault: 'bad-luck' }],
])('an unknown %s is refused and the error lists the known ones', async (what, body) => {
  const response = await callControl(fixture.sandbox, '/faults', body);
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({
    error: expect.stringContaining(`unknown ${what}`),
    [`${what}s`]: expect.any(Array),
  });
});

test('the response to a throttled account contains its usage', async () => {
  await armFault('rate', '80002');
  const answer = await callGraph(fixture.sandbox, 'GET', `/${fixture.igId}`, {
    access_token: fixture.pageToken,
  });
  expect(answer.headers.get('x-business-use-case-usage')).toContain('"call_count":100');
});

test('README.md names every step, fault and error', () => {
  const guide = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
  const missing = [...STEPS, ...instagramFaults.names].filter(
    (name) => !guide.includes(`\`${name}\``),
  );
  expect(missing).toEqual([]);
});
