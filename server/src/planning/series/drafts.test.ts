import type { Post } from '@pontual/contract/posts/posts.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { aDraft, dataOf, type Client } from '../../../testing/factories.ts';
import { givePlan } from '../../../testing/plans.ts';
import {
  aSeriesPost,
  aSeriesUser,
  eveningIn,
  listPosts,
  seriesOf,
  weeklyOn,
} from '../../../testing/series.ts';
import { startWorld, type World } from '../../../testing/world.ts';

const DAY = 86_400_000;

let world: World;
let client: Client;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());
beforeEach(async () => {
  client = await aSeriesUser(world);
});

const repeatDraft = ({ _id }: Post, overrides: object = {}) => {
  const at = eveningIn(world, 1);
  const repeat = { rule: weeklyOn(at), until: null };
  const body = { scheduledTime: at.toISOString(), repeat, ...overrides };
  return client.put<{ post: Post }>(`/schedule/draft/${_id}/schedule`, body);
};
const evenings = (...days: number[]) => days.map((day) => eveningIn(world, day).toISOString());

test('a scheduled draft starts a series like a new post', async () => {
  const draft = await aDraft(client, { caption: 'Fornada da semana' });
  const { post } = dataOf(await repeatDraft(draft));
  expect(post).toMatchObject({ _id: draft._id, status: 'scheduled', series: { until: null } });
  const posts = await listPosts(client);
  expect(posts.map(({ scheduledTime }) => scheduledTime)).toEqual(evenings(1, 8, 15, 22));
  const fileOf = ({ mediaItems: [item] }: Post) => item?.url.split('/')[3];
  for (const each of posts) {
    expect(each).toMatchObject({ caption: 'Fornada da semana', series: { _id: post.series?._id } });
    expect(fileOf(each)).toBe(fileOf(draft));
  }
  expect(await seriesOf(client)).toMatchObject([{ minute: 18 * 60, issue: null }]);
  const { entries } = dataOf(await client.get<{ entries: { text: string }[] }>('/members/audit'));
  const texts = entries.map(({ text }) => text).join('\n');
  expect(texts).toContain('começou a repetir o post “Fornada da semana”');
});

test('a refused series leaves the draft unchanged', async () => {
  const draft = await aDraft(client);
  const refused = async (input: object, words: string) =>
    expect(await repeatDraft(draft, input)).toMatchObject({
      status: 400,
      body: { code: 'VALIDATION', message: expect.stringContaining(words) },
    });
  const nextDay = weeklyOn(new Date(eveningIn(world, 1).getTime() + DAY));
  await refused({ repeat: { rule: nextDay } }, 'primeiro post');
  await refused({ queue: true }, 'fila');
  await refused({ demo: true }, 'demonstração');
  await refused({ repeat: { rule: { every: 'month', day: 32 } } }, 'dia do mês');
  await givePlan(world, client, 'pro');
  const ofPremium = { status: 403, body: { code: 'PLAN_REQUIRED' } };
  expect(await repeatDraft(draft)).toMatchObject(ofPremium);
  expect(await listPosts(client)).toMatchObject([{ _id: draft._id, status: 'draft' }]);
  expect(await seriesOf(client)).toEqual([]);
  expect(dataOf(await repeatDraft(draft, { repeat: undefined })).post.series).toBeNull();
});

test('a draft of a series cannot start another series', async () => {
  const first = await aSeriesPost(world, client);
  await sql`update publications set state = 'draft', next_step_at = null
    where post_id = ${first._id}`.execute(world.database.db);
  expect(await repeatDraft(first)).toMatchObject({
    status: 400,
    body: { code: 'VALIDATION', message: expect.stringContaining('veio de uma repetição') },
  });
  expect(await seriesOf(client)).toHaveLength(1);
});

test('concurrent and repeated requests start one series', async () => {
  const draft = await aDraft(client);
  const answers = await Promise.all([repeatDraft(draft), repeatDraft(draft)]);
  const statuses = answers.map(({ status }) => status);
  expect(statuses.toSorted((one, other) => one - other)).toEqual([200, 409]);
  expect(await repeatDraft(draft)).toMatchObject({
    status: 409,
    body: { code: 'POST_NOT_DRAFT' },
  });
  expect(await seriesOf(client)).toHaveLength(1);
  expect(await listPosts(client)).toHaveLength(4);
});

test('the series keeps the account of its draft, also a disconnected one', async () => {
  const draft = await aDraft(client);
  // A pause or a missing approval can return such a draft after its account was disconnected.
  const { db } = world.database;
  await sql`insert into instagram_accounts (ig_user_id, username)
    values ('gone', 'loja.antiga')`.execute(db);
  await sql`update posts set target_ig_user_id = 'gone' where id = ${draft._id}`.execute(db);
  dataOf(await repeatDraft(draft));
  const series = await sql`select account from post_series
    where workspace_id = ${client.user.workspace}`.execute(db);
  expect(series.rows).toEqual([{ account: 'gone' }]);
  expect(await listPosts(client)).toMatchObject([{ _id: draft._id, instagramAccountId: 'gone' }]);
  expect(await seriesOf(client)).toMatchObject([
    { issue: expect.stringContaining('não está mais conectada') },
  ]);
});

test('an approval request on a draft covers the posts of its series', async () => {
  const draft = await aDraft(client);
  dataOf(await client.post(`/scheduled/${draft._id}/approval`, {}));
  dataOf(await repeatDraft(draft));
  for (const { _id } of await listPosts(client)) {
    const seen = await client.get<{ approval: { state: string } | null }>(`/scheduled/${_id}`);
    expect(dataOf(seen).approval).toMatchObject({ state: 'awaiting' });
  }
});
