import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { openPublishingFixture, type PublishingFixture } from '../../testing/publishing-fixture.ts';

let fixture: PublishingFixture;
beforeAll(async () => {
  fixture = await openPublishingFixture();
});
afterAll(() => fixture.close());

const answersSchema = z.array(
  z.object({ code: z.int(), body: z.string(), headers: z.array(z.unknown()).optional() }),
);

async function sendBatch(batch: unknown, more: Record<string, string> = {}): Promise<Response> {
  const text = typeof batch === 'string' ? batch : JSON.stringify(batch);
  return fetch(`${fixture.sandbox.url}/v25.0/`, {
    method: 'POST',
    body: new URLSearchParams({ batch: text, access_token: fixture.userToken, ...more }),
  });
}

test('each call of a batch gets its own status and body', async () => {
  const response = await sendBatch([
    { method: 'GET', relative_url: 'me/accounts?fields=id' },
    { method: 'get', relative_url: '/v25.0/1?fields=id' },
    { method: 'POST', relative_url: `${fixture.igId}/media`, body: 'media_type=REELS' },
  ]);
  const answers = answersSchema.parse(await response.json());
  expect(answers.map(({ code }) => code)).toEqual([200, 400, 400]);
  expect(JSON.parse(answers[0]?.body ?? '')).toMatchObject({ data: [{ id: expect.any(String) }] });
  expect(answers[0]?.headers).toContainEqual({ name: 'cache-control', value: 'no-store' });
});

test('the headers are left out on request', async () => {
  const calls = [{ method: 'GET', relative_url: 'me' }];
  const response = await sendBatch(calls, { include_headers: 'false' });
  expect(answersSchema.parse(await response.json())).toEqual([
    { code: 200, body: expect.any(String) },
  ]);
});

test.each([
  ['without calls', ''],
  ['that is no JSON', '[{'],
  [
    'of more than 50 calls',
    Array.from({ length: 51 }, () => ({ method: 'GET', relative_url: 'me' })),
  ],
])('a batch %s is refused', async (_case, batch) => {
  const response = await sendBatch(batch);
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ error: { code: 100 } });
});
