import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { callControl, listPublished } from '../../testing/graph-client.ts';
import { openPublishingFixture, type PublishingFixture } from '../../testing/publishing-fixture.ts';

let fixture: PublishingFixture;

beforeEach(async () => {
  fixture = await openPublishingFixture();
});
afterEach(() => fixture.close());

const callsSchema = z.array(
  z.strictObject({
    time: z.number(),
    method: z.string(),
    version: z.string(),
    path: z.string(),
    params: z.record(z.string(), z.string()),
    status: z.number().nullable(),
    answeredAt: z.number().nullable(),
  }),
);

async function readCalls(query: string): Promise<z.infer<typeof callsSchema>> {
  return callsSchema.parse(
    await (await callControl(fixture.sandbox, `/instagram/calls${query}`)).json(),
  );
}

test('containers are listed with their state and their medium', async () => {
  const first = await fixture.createImage({ caption: 'Um' });
  const { body } = await fixture.publish(first);
  const second = await fixture.createImage({ caption: 'Dois' });
  const list: unknown = await (await callControl(fixture.sandbox, '/instagram/containers')).json();
  const rest = { ig_user_id: fixture.igId, kind: 'image', created_at_ms: expect.any(Number) };
  expect(list).toEqual([
    { id: first, caption: 'Um', state: 'PUBLISHED', published_as: body.id, ...rest },
    { id: second, caption: 'Dois', state: 'FINISHED', published_as: null, ...rest },
  ]);
  const [entry] = await listPublished(fixture.sandbox);
  expect(Math.abs(Number(entry?.['published_at_ms']) - Date.now())).toBeLessThan(60_000);
});

test('calls are found by time and by the end of their path', async () => {
  const container = await fixture.createImage();
  await fixture.publish(container);
  const [publish, ...others] = await readCalls('?path=/media_publish');
  expect(others).toEqual([]);
  expect(publish).toMatchObject({ method: 'POST', params: { creation_id: container } });
  await callControl(fixture.sandbox, '/clock', { advanceMs: 60_000 });
  await fixture.status(container);
  const since = (publish?.time ?? 0) + 60_000;
  expect(await readCalls(`?since=${since}`)).toMatchObject([{ path: `/${container}` }]);
  expect(await readCalls(`?since=${since}&path=/media_publish`)).toEqual([]);
  expect((await callControl(fixture.sandbox, '/instagram/calls?until=1')).status).toBe(400);
});

test('a load test can disable the log', async () => {
  await callControl(fixture.sandbox, '/settings', { logCalls: false });
  const before = await readCalls('');
  await fixture.createImage();
  expect(await readCalls('')).toEqual(before);
});
