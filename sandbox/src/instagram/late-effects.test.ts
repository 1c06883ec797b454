import { afterEach, beforeEach, expect, test } from 'vitest';
import { callControl, getErrorKey, callGraph, listPublished } from '../../testing/graph-client.ts';
import { createJpeg } from '../../testing/media-bytes.ts';
import { openPublishingFixture, type PublishingFixture } from '../../testing/publishing-fixture.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
let fixture: PublishingFixture;

beforeEach(async () => {
  fixture = await openPublishingFixture();
});
afterEach(() => fixture.close());

const armFault = (step: string, fault: string, delayMs: number): Promise<Response> =>
  callControl(fixture.sandbox, '/faults', { service: 'instagram', step, fault, delayMs });
const advance = (advanceMs: number): Promise<Response> =>
  callControl(fixture.sandbox, '/clock', { advanceMs });
const changeSettings = (change: object): Promise<Response> =>
  callControl(fixture.sandbox, '/settings', change);

async function publishLate(container: string, delayMs: number): Promise<void> {
  await armFault('publish', 'late-effect', delayMs);
  await expect(fixture.publish(container)).rejects.toThrow('fetch failed');
}

test('a late effect happens when the clock reaches its time, and has that time as its date', async () => {
  const first = await fixture.createImage({ caption: 'Depois' });
  const second = await fixture.createImage({ caption: 'Antes' });
  const sentAt = Date.now();
  await publishLate(first, 2 * MINUTE);
  await publishLate(second, MINUTE);
  expect(await listPublished(fixture.sandbox)).toEqual([]);
  expect(await fixture.status(first)).toBe('FINISHED');
  await advance(HOUR);
  const entries = await listPublished(fixture.sandbox);
  expect(entries).toMatchObject([{ caption: 'Antes' }, { caption: 'Depois' }]);
  expect(await fixture.status(first)).toBe('PUBLISHED');
  const late = Number(entries[1]?.['published_at_ms']) - sentAt - 2 * MINUTE;
  expect(late).toBeGreaterThanOrEqual(0);
  expect(late).toBeLessThan(MINUTE);
});

test('a late effect happens without a clock change, and earlier if time runs faster', async () => {
  await publishLate(await fixture.createImage(), HOUR);
  await callControl(fixture.sandbox, '/clock', { rate: 100_000 });
  await expect.poll(() => listPublished(fixture.sandbox), { interval: 10 }).toHaveLength(1);
});

test('a late container is complete before the next call is processed', async () => {
  await armFault('create', 'late-effect', MINUTE);
  const image_url = fixture.host.addFile('/vaso.jpg', createJpeg(1080, 1350));
  await expect(fixture.create({ image_url, caption: 'Tarde' })).rejects.toThrow('fetch failed');
  const containers = async (): Promise<unknown> =>
    (await callControl(fixture.sandbox, '/instagram/containers')).json();
  expect(await containers()).toEqual([]);
  await advance(MINUTE);
  expect(await containers()).toMatchObject([{ caption: 'Tarde', state: 'FINISHED' }]);
});

test('a late publish that has become invalid does nothing', async () => {
  const container = await fixture.createImage();
  await publishLate(container, MINUTE);
  expect((await fixture.publish(container)).status).toBe(200);
  await advance(MINUTE);
  expect(await listPublished(fixture.sandbox)).toHaveLength(1);
});

test('a reset discards late effects', async () => {
  await publishLate(await fixture.createImage(), MINUTE);
  await fixture.sandbox.reset();
  await advance(HOUR);
  expect(await listPublished(fixture.sandbox)).toEqual([]);
});

test('with the check on arrival, two overlapping calls create two posts from one container', async () => {
  await changeSettings({ republish: 'on-arrival' });
  const container = await fixture.createImage();
  await publishLate(container, MINUTE);
  await publishLate(container, 2 * MINUTE);
  await advance(MINUTE);
  const third = await fixture.publish(container);
  expect([third.status, getErrorKey(third)]).toEqual([400, '24/2207008']);
  await advance(MINUTE);
  expect(await listPublished(fixture.sandbox)).toMatchObject([
    { container_id: container },
    { container_id: container },
  ]);
});

test('a slow call and a quick one overlap, too', async () => {
  await changeSettings({ republish: 'on-arrival' });
  const container = await fixture.createImage();
  await armFault('publish', 'slow-effect', MINUTE);
  const slow = fixture.publish(container);
  // The quick call must arrive second, because it would consume the fault otherwise.
  await expect
    .poll(async () => (await callControl(fixture.sandbox, '/faults')).json(), { interval: 5 })
    .toEqual([]);
  expect((await fixture.publish(container)).status).toBe(200);
  await advance(MINUTE);
  expect((await slow).status).toBe(200);
  expect(await listPublished(fixture.sandbox)).toHaveLength(2);
});

test('every response takes its time, although the effect is immediate', async () => {
  const container = await fixture.createImage();
  // In ms; long enough for a busy machine to read the ledger in between.
  await changeSettings({ answerMs: 600 });
  const started = Date.now();
  let isAnswered = false;
  const answer = fixture.publish(container).finally(() => {
    isAnswered = true;
  });
  await expect.poll(() => listPublished(fixture.sandbox), { interval: 5 }).toHaveLength(1);
  expect(isAnswered).toBe(false);
  expect((await answer).status).toBe(200);
  const refused = await callGraph(fixture.sandbox, 'GET', '/me');
  expect(getErrorKey(refused)).toBe('104');
  expect(Date.now() - started).toBeGreaterThanOrEqual(1199);
});

test('a thousand responses can be pending at the same time', async () => {
  await changeSettings({ answerMs: 1000 });
  const access_token = fixture.pageToken;
  const answers = await Promise.all(
    Array.from({ length: 1000 }, () => callGraph(fixture.sandbox, 'GET', '/me', { access_token })),
  );
  expect(answers.every(({ status }) => status === 200)).toBe(true);
});
