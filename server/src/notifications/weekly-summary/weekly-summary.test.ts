import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { startWorker } from '../../composition/worker.ts';
import {
  copiedColumns,
  copiesOfPost,
} from '../../platform/database/fragments/publication-copies.ts';
import type { PublicationState } from '../../platform/database/rows.ts';
import { aUser, type Client } from '../../../testing/factories.ts';
import { deliverMessages } from '../../../testing/outbox.ts';
import { startWorld, type World } from '../../../testing/world.ts';
import { lastSummary, nextSummary } from './weekly-summary.rules.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

let world: World;
beforeAll(async () => {
  world = await startWorld();
  // One hour before a Monday, 08:00, that is more than an hour away.
  const inAnHour = new Date(world.now().getTime() + HOUR);
  await moveTo(nextSummary(lastSummary(inAnHour)), -HOUR);
});
afterAll(() => world.stop());

async function moveTo(instant: Date, ms: number): Promise<void> {
  await world.advanceTime(instant.getTime() + ms - world.now().getTime());
}

async function aPost(
  client: Client,
  {
    state,
    inMs,
    caption = 'Caneca',
    account,
    attempted,
    code = null,
  }: {
    state: PublicationState;
    inMs: number;
    caption?: string;
    account?: string;
    attempted?: string;
    code?: string | null;
  },
): Promise<void> {
  const { db } = world.database;
  for (const name of [account, attempted]) {
    if (name === undefined) continue;
    await sql`insert into instagram_accounts (ig_user_id, username) values (${name}, ${name})
      on conflict do nothing`.execute(db);
  }
  const userId = client.user._id;
  const member = await db
    .selectFrom('workspace_members')
    .select('workspace_id')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  const scheduledTime = new Date(nextSummary(lastSummary(world.now())).getTime() + inMs);
  const id = newId();
  await db
    .insertInto('posts')
    .values({
      id,
      workspace_id: member.workspace_id,
      created_by: userId,
      media_type: 'REELS',
      caption,
      target_ig_user_id: account ?? null,
      scheduled_time: scheduledTime,
    })
    .execute();
  // The worker of a test must not advance the posts.
  await sql`insert into publications (${copiedColumns}, state, error_code, ig_user_id, published_at,
      next_step_at)
    select ${copiesOfPost}, ${state}, ${code}, ${attempted ?? null},
      case when ${state === 'published'} then scheduled_time end,
      case when ${state === 'preparing'} then app_now() + interval '1 year' end
    from posts where id = ${id}`.execute(db);
}

async function runWorkerPass(): Promise<number> {
  const wait = await world.services.notifications.weeklySummaries.enqueueDue();
  await deliverMessages(world, 'email');
  return wait;
}

const summariesOf = async ({ user }: Client) =>
  (await world.sandbox.mail(user.email)).filter(({ subject }) => subject.startsWith('Sua semana'));

async function advanceToMonday(): Promise<void> {
  await moveTo(nextSummary(lastSummary(world.now())), 1000);
  await runWorkerPass();
}

test('one email on Monday at eight, and not earlier, summarises the past and the coming week', async () => {
  const client = await aUser(world);
  await aPost(client, { state: 'published', inMs: -7 * DAY + HOUR, caption: 'Saiu na segunda' });
  await aPost(client, { state: 'published', inMs: -DAY, caption: 'Saiu no domingo' });
  await aPost(client, { state: 'failed', inMs: -2 * DAY, caption: 'Ficou para trás' });
  await aPost(client, { state: 'preparing', inMs: 10 * HOUR, caption: 'Sai hoje' });
  await aPost(client, { state: 'published', inMs: -8 * DAY, caption: 'De outra semana' });
  await aPost(client, { state: 'preparing', inMs: 8 * DAY, caption: 'De depois' });
  await aPost(client, { state: 'draft', inMs: DAY, caption: 'Um rascunho' });

  const wait = await runWorkerPass();
  expect(await summariesOf(client)).toEqual([]);
  await world.advanceTime(wait);
  await runWorkerPass();
  const [mail, ...more] = await summariesOf(client);
  expect(more).toEqual([]);
  expect(mail?.subject).toBe('Sua semana na Pontual: 1 não publicado, 2 publicados, 1 agendado');
  expect(mail?.text).toContain(
    'Nos últimos 7 dias, 2 posts foram publicados e 1 não foi. Nos próximos 7 dias, 1 post está agendado.',
  );
  expect(mail?.text).toMatch(/Agendado: Reels, segunda, .+, 18:00\s+Sai hoje/);
  for (const caption of ['Saiu na segunda', 'Saiu no domingo', 'Ficou para trás']) {
    expect(mail?.text).toContain(caption);
  }
  for (const other of ['De outra semana', 'De depois', 'Um rascunho']) {
    expect(mail?.text).not.toContain(other);
  }
});

test('a summary names the account of each post only when there are several', async () => {
  const [agency, shop] = [await aUser(world), await aUser(world)];
  for (const account of ['cafe.serra', 'loja.mare']) {
    await aPost(agency, { state: 'preparing', inMs: DAY, account });
    const own = { account: 'cafe.serra', attempted: account };
    await aPost(shop, { state: 'preparing', inMs: DAY, ...own });
  }
  await advanceToMonday();
  const [ofAgency] = await summariesOf(agency);
  expect(ofAgency?.text).toMatch(/Agendado: Reels em @cafe\.serra, [\s\S]+ Reels em @loja\.mare, /);
  const [ofShop] = await summariesOf(shop);
  expect(ofShop?.text).not.toContain('@cafe.serra');
});

test('a post with an unknown outcome is not counted as failed', async () => {
  const client = await aUser(world);
  await aPost(client, { state: 'error', code: 'unverifiable', inMs: -DAY });
  await aPost(client, { state: 'error', code: 'ab12', inMs: -DAY });
  await advanceToMonday();
  const [mail] = await summariesOf(client);
  expect(mail?.subject).toBe('Sua semana na Pontual: 1 sem confirmação, 1 não publicado');
});

test('a user without posts in the summary gets no email', async () => {
  const [empty, onlyDraft] = [await aUser(world), await aUser(world)];
  await aPost(onlyDraft, { state: 'draft', inMs: DAY });
  await advanceToMonday();
  expect(await world.sandbox.mail(empty.user.email)).toEqual([]);
  expect(await summariesOf(onlyDraft)).toEqual([]);
});

test('a user who switched the summary off gets none, even when its email was already stored', async () => {
  const [off, late] = [await aUser(world), await aUser(world)];
  for (const client of [off, late]) await aPost(client, { state: 'preparing', inMs: DAY });
  const switchOff = (client: Client) =>
    client.put('/account/notifications', { weeklySummary: false });
  await switchOff(off);
  await moveTo(nextSummary(lastSummary(world.now())), 1000);
  await world.services.notifications.weeklySummaries.enqueueDue();
  await switchOff(late);
  await runWorkerPass();
  expect([await summariesOf(off), await summariesOf(late)]).toEqual([[], []]);
});

test('a summary does not contain posts of other users', async () => {
  const [client, other] = [await aUser(world), await aUser(world)];
  await aPost(client, { state: 'preparing', inMs: DAY, caption: 'Só minha' });
  await aPost(other, { state: 'preparing', inMs: DAY, caption: 'Só da outra' });
  await advanceToMonday();
  const [mail] = await summariesOf(client);
  expect(mail?.text).toContain('Só minha');
  expect(mail?.text).not.toContain('Só da outra');
});

describe('one summary per week', () => {
  test('is sent in several worker passes, and the next week has the next one', async () => {
    const client = await aUser(world);
    await aPost(client, { state: 'preparing', inMs: DAY });
    await advanceToMonday();
    await runWorkerPass();
    await world.advanceTime(5 * HOUR);
    await runWorkerPass();
    expect(await summariesOf(client)).toHaveLength(1);
    await aPost(client, { state: 'preparing', inMs: DAY });
    await advanceToMonday();
    expect(await summariesOf(client)).toHaveLength(2);
  });

  test('is sent by concurrent passes', async () => {
    const client = await aUser(world);
    await aPost(client, { state: 'preparing', inMs: DAY });
    await moveTo(nextSummary(lastSummary(world.now())), 1000);
    await Promise.all([1, 2, 3].map(() => runWorkerPass()));
    expect(await summariesOf(client)).toHaveLength(1);
  });
});

test('a summary after an outage window is sent late, and not after a day', async () => {
  const [late, tooLate] = [await aUser(world), await aUser(world)];
  await aPost(late, { state: 'preparing', inMs: 3 * DAY });
  await moveTo(nextSummary(lastSummary(world.now())), 23 * HOUR);
  await runWorkerPass();
  expect(await summariesOf(late)).toHaveLength(1);
  await aPost(tooLate, { state: 'preparing', inMs: 3 * DAY });
  await moveTo(nextSummary(lastSummary(world.now())), 25 * HOUR);
  await runWorkerPass();
  expect(await summariesOf(tooLate)).toEqual([]);
});

test('the worker sends a summary on its own', async () => {
  const client = await aUser(world);
  await aPost(client, { state: 'preparing', inMs: 2 * DAY });
  await moveTo(nextSummary(lastSummary(world.now())), 1000);
  const worker = startWorker(world.services);
  await expect.poll(() => summariesOf(client), { timeout: 20_000 }).toHaveLength(1);
  await worker.close();
});

test('the record of a summary is deleted after some time', async () => {
  const client = await aUser(world);
  await aPost(client, { state: 'preparing', inMs: DAY, caption: 'x' });
  await advanceToMonday();
  expect(await summariesOf(client)).toHaveLength(1);
  const countStored = async () => {
    await world.services.deleteExpired();
    const found =
      await sql`select from weekly_summaries where user_id = ${client.user._id}`.execute(
        world.database.db,
      );
    return found.rows.length;
  };
  expect(await countStored()).toBe(1);
  await world.advanceTime(61 * DAY);
  expect(await countStored()).toBe(0);
});
