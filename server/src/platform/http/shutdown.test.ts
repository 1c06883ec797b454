import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { request as httpRequest } from 'node:http';
import { expect, test } from 'vitest';
import { dayKey } from '@pontual/contract/shared/brasilia-time.ts';
import { sql } from 'kysely';
import { aConnectedUser, aPhoto, aUser } from '../../../testing/factories.ts';
import { givePlan } from '../../../testing/plans.ts';
import { startWorld } from '../../../testing/world.ts';

test('stopping the server lets an upload in progress complete', async () => {
  const world = await startWorld();
  const client = await aConnectedUser(world);
  const scheduledTime = new Date(world.now().getTime() + 3_600_000).toISOString();
  const photo = Buffer.from(await (await aPhoto()).arrayBuffer());
  const head = Buffer.from(
    `--limite\r\ncontent-disposition: form-data; name="mediaType"\r\n\r\nIMAGE\r\n` +
      `--limite\r\ncontent-disposition: form-data; name="scheduledTime"\r\n\r\n${scheduledTime}\r\n` +
      `--limite\r\ncontent-disposition: form-data; name="media"; filename="foto.jpg"\r\n\r\n`,
  );
  const tail = Buffer.from('\r\n--limite--\r\n');
  const upload = httpRequest(`${world.url}/api/schedule`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${client.token}`,
      'content-type': 'multipart/form-data; boundary=limite',
      'content-length': head.length + photo.length + tail.length,
    },
  });
  const answered = new Promise<number | undefined>((resolve, reject) => {
    upload.on('error', reject);
    upload.on('response', (response) => {
      response.resume();
      resolve(response.statusCode);
    });
  });
  upload.write(head);
  upload.write(photo.subarray(0, 100));
  const incoming = () => readdir(join(world.folder, 'incoming')).catch(() => []);
  await expect.poll(incoming).toHaveLength(1);
  const stopped = world.stop();
  upload.write(photo.subarray(100));
  upload.end(tail);
  expect(await answered).toBe(201);
  await stopped;
});

test('stopping the server refuses the report in progress and the queued ones instead of waiting', async () => {
  const world = await startWorld();
  const month = dayKey(world.now()).slice(0, 7);
  const readers = await Promise.all([1, 2, 3].map(() => aUser(world)));
  for (const reader of readers) await givePlan(world, reader, 'premium');
  const responses = readers.map(async ({ token }) => {
    const answer = await fetch(`${world.url}/api/analytics/reports/${month}/pdf`, {
      headers: { authorization: `Bearer ${token}` },
    });
    return `${answer.status} ${await answer.text()}`;
  });
  const begun = () => sql`select from throttled_attempts`.execute(world.database.db);
  await expect.poll(async () => (await begun()).rows.length).toBe(3);
  await world.app.close();
  const refused = (await Promise.all(responses)).filter((answer) => answer.startsWith('503'));
  expect(refused.length).toBeGreaterThan(0);
  for (const answer of refused) expect(answer).toContain('REPORT_FAILED');
  await world.stop();
});
