import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { control, published } from '../testing/graph-client.ts';
import { openStudio, type Studio } from '../testing/studio.ts';

let studio: Studio;

beforeEach(async () => {
  studio = await openStudio();
});
afterEach(() => studio.close());

const callsSchema = z.array(
  z.strictObject({
    time: z.number(),
    method: z.string(),
    path: z.string(),
    params: z.record(z.string(), z.string()),
    status: z.number().nullable(),
    answeredAt: z.number().nullable(),
  }),
);

async function calls(query: string): Promise<z.infer<typeof callsSchema>> {
  return callsSchema.parse(
    await (await control(studio.sandbox, `/instagram/calls${query}`)).json(),
  );
}

test('containers are listed with what became of them', async () => {
  const first = await studio.createImage({ caption: 'Um' });
  const { body } = await studio.publish(first);
  const second = await studio.createImage({ caption: 'Dois' });
  const list: unknown = await (await control(studio.sandbox, '/instagram/containers')).json();
  const rest = { ig_user_id: studio.igId, kind: 'image', created_at_ms: expect.any(Number) };
  expect(list).toEqual([
    { id: first, caption: 'Um', state: 'PUBLISHED', published_as: body.id, ...rest },
    { id: second, caption: 'Dois', state: 'FINISHED', published_as: null, ...rest },
  ]);
  const [entry] = await published(studio.sandbox);
  expect(Math.abs(Number(entry?.['published_at_ms']) - Date.now())).toBeLessThan(60_000);
});

test('calls are found by time and by the end of their path', async () => {
  const container = await studio.createImage();
  await studio.publish(container);
  const [publish, ...others] = await calls('?path=/media_publish');
  expect(others).toEqual([]);
  expect(publish).toMatchObject({ method: 'POST', params: { creation_id: container } });
  await control(studio.sandbox, '/clock', { advanceMs: 60_000 });
  await studio.status(container);
  const since = (publish?.time ?? 0) + 60_000;
  expect(await calls(`?since=${since}`)).toMatchObject([{ path: `/${container}` }]);
  expect(await calls(`?since=${since}&path=/media_publish`)).toEqual([]);
  expect((await control(studio.sandbox, '/instagram/calls?until=1')).status).toBe(400);
});

test('a load test can do without the log', async () => {
  await control(studio.sandbox, '/settings', { logCalls: false });
  const before = await calls('');
  await studio.createImage();
  expect(await calls('')).toEqual(before);
});
