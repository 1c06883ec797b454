import { afterEach, beforeEach, expect, test } from 'vitest';
import { control, errorOf, graph, published } from '../testing/graph-client.ts';
import { jpeg } from '../testing/media-bytes.ts';
import { openStudio, type Studio } from '../testing/studio.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
let studio: Studio;

beforeEach(async () => {
  studio = await openStudio();
});
afterEach(() => studio.close());

const arm = (step: string, fault: string, delayMs: number): Promise<Response> =>
  control(studio.sandbox, '/faults', { service: 'instagram', step, fault, delayMs });
const advance = (advanceMs: number): Promise<Response> =>
  control(studio.sandbox, '/clock', { advanceMs });
const settings = (change: object): Promise<Response> =>
  control(studio.sandbox, '/settings', change);

async function publishLate(container: string, delayMs: number): Promise<void> {
  await arm('publish', 'late-effect', delayMs);
  await expect(studio.publish(container)).rejects.toThrow('fetch failed');
}

test('a late effect comes when the clock is moved to its time, and bears that time', async () => {
  const first = await studio.createImage({ caption: 'Depois' });
  const second = await studio.createImage({ caption: 'Antes' });
  const sentAt = Date.now();
  await publishLate(first, 2 * MINUTE);
  await publishLate(second, MINUTE);
  expect(await published(studio.sandbox)).toEqual([]);
  expect(await studio.status(first)).toBe('FINISHED');
  await advance(HOUR);
  const entries = await published(studio.sandbox);
  expect(entries).toMatchObject([{ caption: 'Antes' }, { caption: 'Depois' }]);
  expect(await studio.status(first)).toBe('PUBLISHED');
  const late = Number(entries[1]?.['published_at_ms']) - sentAt - 2 * MINUTE;
  expect(late).toBeGreaterThanOrEqual(0);
  expect(late).toBeLessThan(MINUTE);
});

test('a late effect comes by itself, and sooner if time runs faster', async () => {
  await publishLate(await studio.createImage(), HOUR);
  await control(studio.sandbox, '/clock', { rate: 100_000 });
  await expect.poll(() => published(studio.sandbox), { interval: 10 }).toHaveLength(1);
});

test('a container can be created late, whole before the next call is answered', async () => {
  await arm('create', 'late-effect', MINUTE);
  const image_url = studio.host.offer('/vaso.jpg', jpeg(1080, 1350));
  await expect(studio.create({ image_url, caption: 'Tarde' })).rejects.toThrow('fetch failed');
  const containers = async (): Promise<unknown> =>
    (await control(studio.sandbox, '/instagram/containers')).json();
  expect(await containers()).toEqual([]);
  await advance(MINUTE);
  expect(await containers()).toMatchObject([{ caption: 'Tarde', state: 'FINISHED' }]);
});

test('a late publish that is refused by then does nothing', async () => {
  const container = await studio.createImage();
  await publishLate(container, MINUTE);
  expect((await studio.publish(container)).status).toBe(200);
  await advance(MINUTE);
  expect(await published(studio.sandbox)).toHaveLength(1);
});

test('a reset forgets late effects', async () => {
  await publishLate(await studio.createImage(), MINUTE);
  await studio.sandbox.reset();
  await advance(HOUR);
  expect(await published(studio.sandbox)).toEqual([]);
});

test('checked on arrival, two calls that overlap make two posts of one container', async () => {
  await settings({ republish: 'on-arrival' });
  const container = await studio.createImage();
  await publishLate(container, MINUTE);
  await publishLate(container, 2 * MINUTE);
  await advance(MINUTE);
  const third = await studio.publish(container);
  expect([third.status, errorOf(third)]).toEqual([400, '24/2207008']);
  await advance(MINUTE);
  expect(await published(studio.sandbox)).toMatchObject([
    { container_id: container },
    { container_id: container },
  ]);
});

test('a slow call and a quick one overlap too', async () => {
  await settings({ republish: 'on-arrival' });
  const container = await studio.createImage();
  await arm('publish', 'slow-effect', MINUTE);
  const slow = studio.publish(container);
  // The quick call must arrive second, or it would take the fault.
  await expect
    .poll(async () => (await control(studio.sandbox, '/faults')).json(), { interval: 5 })
    .toEqual([]);
  expect((await studio.publish(container)).status).toBe(200);
  await advance(MINUTE);
  expect((await slow).status).toBe(200);
  expect(await published(studio.sandbox)).toHaveLength(2);
});

test('every answer takes its time, though the effect is there at once', async () => {
  const container = await studio.createImage();
  // Long enough for a busy machine to look in between.
  await settings({ answerMs: 600 });
  const started = Date.now();
  let isAnswered = false;
  const answer = studio.publish(container).finally(() => {
    isAnswered = true;
  });
  await expect.poll(() => published(studio.sandbox), { interval: 5 }).toHaveLength(1);
  expect(isAnswered).toBe(false);
  expect((await answer).status).toBe(200);
  const refused = await graph(studio.sandbox, 'GET', '/me');
  expect(errorOf(refused)).toBe('104');
  expect(Date.now() - started).toBeGreaterThanOrEqual(1199);
});

test('a thousand answers can wait at the same time', async () => {
  await settings({ answerMs: 100 });
  const started = Date.now();
  const access_token = studio.pageToken;
  const answers = await Promise.all(
    Array.from({ length: 1000 }, () => graph(studio.sandbox, 'GET', '/me', { access_token })),
  );
  expect(answers.every(({ status }) => status === 200)).toBe(true);
  expect(Date.now() - started).toBeLessThan(10_000);
});
