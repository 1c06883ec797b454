import { sql } from 'kysely';
import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dayKey } from '@pontual/contract/shared/brasilia-time.ts';
import { aConnectedUser, aDraft, aUser, type Client } from '../../../testing/factories.ts';
import { givePlan } from '../../../testing/plans.ts';
import { startWorld, type World } from '../../../testing/world.ts';
import { setPublished } from '../../../testing/published-posts.ts';

let world: World;
let month: string;
beforeAll(async () => {
  world = await startWorld();
  month = dayKey(world.now()).slice(0, 7);
});
afterAll(() => world.stop());

async function download(client: Client, signal = new AbortController().signal) {
  const { token } = client;
  const answer = await fetch(`${world.url}/api/analytics/reports/${month}/pdf`, {
    headers: { authorization: `Bearer ${token}` },
    signal,
  });
  return {
    status: answer.status,
    header: (name: string) => answer.headers.get(name),
    bytes: Buffer.from(await answer.arrayBuffer()),
  };
}

async function aPremiumUser(): Promise<Client> {
  const client = await aConnectedUser(world);
  await givePlan(world, client, 'premium');
  const draft = await aDraft(client, { caption: 'Fornada de domingo' });
  const { db } = world.database;
  await setPublished(db, draft._id, { dueAt: world.now() });
  await sql`insert into post_insights (post_id, workspace_id, ig_user_id, media_type, scheduled_time,
      hashtags, reach, total_interactions)
    select id, workspace_id, '1', media_type, scheduled_time, 0, 1000, 64 from posts_with_publication
    where id = ${draft._id}`.execute(db);
  return client;
}

test('a report is a PDF with a name, its numbers and its pictures', async () => {
  const answer = await download(await aPremiumUser());
  expect(answer.status).toBe(200);
  expect(answer.header('content-type')).toBe('application/pdf');
  expect(answer.header('content-disposition')).toBe(
    `attachment; filename="pontual-relatorio-atelie.barro-${month}.pdf"`,
  );
  expect(answer.bytes.toString('latin1')).toContain('/Subtype /Image');
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(answer.bytes)), {
    mergePages: true,
  });
  expect(text).toContain('@atelie.barro');
  expect(text).toContain('Fornada de domingo');
  expect(text).toContain('6,4%');
});

test('the file name has only the month when no account is connected', async () => {
  const client = await aUser(world);
  await givePlan(world, client, 'premium');
  const answer = await download(client);
  expect(answer.header('content-disposition')).toBe(
    `attachment; filename="pontual-relatorio-${month}.pdf"`,
  );
});

test('one report per user is printed at a time, and the next one after it', async () => {
  const client = await aPremiumUser();
  const both = await Promise.all([download(client), download(client)]);
  expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 429]));
  const refused = both.find(({ status }) => status === 429);
  expect(refused?.bytes.toString()).toContain('REPORT_RUNNING');
  expect(refused?.header('retry-after')).toBe('10');
  expect((await download(client)).status).toBe(200);
});

test('a disconnected client does not block the next report of its user', async () => {
  const client = await aPremiumUser();
  const gone = new AbortController();
  const left = download(client, gone.signal).catch(() => 'left');
  gone.abort();
  expect(await left).toBe('left');
  const again = async () => (await download(client)).status;
  await expect.poll(again, { timeout: 30_000 }).toBe(200);
});

test('a user can print ten reports in a quarter of an hour', async () => {
  const client = await aPremiumUser();
  const by = { what: 'print', account: client.user._id, address: '127.0.0.1' } as const;
  for (let times = 0; times < 10; times += 1) {
    await world.services.platform.throttle.attempt(by, () => Promise.resolve('printed'));
  }
  const refused = await download(client);
  expect(refused.status).toBe(429);
  expect(refused.bytes.toString()).toContain('RATE_LIMITED');
  expect(Number(refused.header('retry-after'))).toBeGreaterThan(14 * 60);
  expect((await download(await aPremiumUser())).status).toBe(200);
  await world.advanceTime(15 * 60_000);
  expect((await download(client)).status).toBe(200);
});

test.each(['reports/2026-06/pdf', 'export?format=csv&period=1'])(
  'a HEAD request creates no file: %s',
  async (path) => {
    const { token } = await aPremiumUser();
    const answer = await fetch(`${world.url}/api/analytics/${path}`, {
      method: 'HEAD',
      headers: { authorization: `Bearer ${token}` },
    });
    expect(answer.status).toBe(404);
  },
);
