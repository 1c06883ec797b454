import { dayKey } from '@pontual/contract/shared/brasilia-time.ts';
import type { Post } from '@pontual/contract/posts/posts.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aScheduledPost, aUser, dataOf, type Client } from '../../../testing/factories.ts';
import { givePlan } from '../../../testing/plans.ts';
import {
  aSeriesPost,
  aSeriesUser,
  eveningIn,
  listPosts,
  createSeries,
  seriesOf,
  weeklyOn,
} from '../../../testing/series.ts';
import { startWorld, type World } from '../../../testing/world.ts';

const DAY = 86_400_000;

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

const evenings = (...days: number[]) => days.map((day) => eveningIn(world, day).toISOString());
const dueTimes = (posts: readonly Post[]) => posts.map(({ scheduledTime }) => scheduledTime);

describe('the start of a series', () => {
  test('creates the next three posts immediately, with the same content and files', async () => {
    const client = await aSeriesUser(world);
    const first = await aSeriesPost(world, client);
    const posts = await listPosts(client);
    expect(dueTimes(posts)).toEqual(evenings(1, 8, 15, 22));
    const fileOf = ({ mediaItems: [item] }: Post) => item?.url.split('/')[3];
    for (const post of posts) {
      expect(post).toMatchObject({ status: 'scheduled', caption: 'Fornada da semana' });
      expect(fileOf(post)).toBe(fileOf(first));
      expect(post.series).toMatchObject({
        _id: first.series?._id,
        rule: weeklyOn(eveningIn(world, 1)),
        on: dayKey(new Date(post.scheduledTime ?? '')),
        until: null,
        isOver: false,
      });
    }
    expect(await seriesOf(client)).toMatchObject([
      {
        minute: 18 * 60,
        caption: 'Fornada da semana',
        instagramAccountId: first.instagramAccountId,
        issue: null,
        next: posts.map(({ _id }) => ({ postId: _id })),
      },
    ]);
  });

  test('creates posts up to its last day', async () => {
    const client = await aSeriesUser(world);
    await aSeriesPost(world, client, { until: dayKey(eveningIn(world, 10)) });
    expect(dueTimes(await listPosts(client))).toEqual(evenings(1, 8));
    const late = await createSeries(world, client, { until: dayKey(eveningIn(world, 0)) });
    expect(late).toMatchObject({ status: 400, body: { code: 'VALIDATION' } });
    expect(late.body).toMatchObject({ message: expect.stringContaining('termina antes') });
  });

  test('requires Premium, a due time, an account and a first day that matches the rule', async () => {
    const client = await aSeriesUser(world);
    const at = eveningIn(world, 1);
    const refused = async (input: Parameters<typeof createSeries>[2], words: string) =>
      expect(await createSeries(world, client, input)).toMatchObject({
        status: 400,
        body: { code: 'VALIDATION', message: expect.stringContaining(words) },
      });
    await refused({ rule: weeklyOn(new Date(at.getTime() + DAY)) }, 'primeiro post');
    await refused({ queue: 'true' }, 'fila');
    await refused({ demo: 'true' }, 'demonstração');
    await refused({ rule: { every: 'week', weeks: 1, weekdays: [] } }, 'dias da semana');
    await refused({ rule: { every: 'week', weeks: 9, weekdays: [1] } }, 'semanas');
    await refused({ rule: { every: 'month', day: 32 } }, 'dia do mês');
    await refused({ until: 'logo' }, 'até quando');
    await givePlan(world, client, 'pro');
    expect(await createSeries(world, client)).toMatchObject({
      status: 403,
      body: { code: 'PLAN_REQUIRED' },
    });
    expect(await listPosts(client)).toEqual([]);
    const alone = await aUser(world);
    await givePlan(world, alone, 'premium');
    expect(await createSeries(world, alone)).toMatchObject({
      body: { code: 'INSTAGRAM_NOT_CONNECTED' },
    });
    expect(await seriesOf(alone)).toEqual([]);
  });

  test('is refused above a hundred series', async () => {
    const client = await aSeriesUser(world);
    await aSeriesPost(world, client);
    await sql`
      insert into post_series (id, workspace_id, created_by, media_type, content, rule, minute,
        first_on, next_step_at)
      select gen_random_uuid(), workspace_id, created_by, media_type, content, rule, minute,
        first_on, app_now() + interval '1 day'
      from post_series, generate_series(1, 99)
      where workspace_id = ${client.user.workspace}`.execute(world.database.db);
    expect(await createSeries(world, client)).toMatchObject({
      status: 409,
      body: { code: 'SERIES_FULL' },
    });
  });

  test('creates posts that are no duplicates of one another', async () => {
    const client = await aSeriesUser(world);
    const caption = 'Pães de fermentação natural saindo do forno toda semana, venha buscar';
    const first = await aSeriesPost(world, client, { caption });
    const similar = async (body: object) =>
      dataOf(await client.post<{ similar: unknown[] }>('/scheduled/similar', body)).similar;
    expect(await similar({ postId: first._id })).toEqual([]);
    const other = await aScheduledPost(world, client, { caption, dueInMs: DAY });
    expect(await similar({ postId: first._id })).toMatchObject([{ _id: other._id }]);
    expect(await similar({ postId: other._id })).toHaveLength(3);
  });
});

describe('a series', () => {
  test('stops on any plan, keeps its scheduled posts and creates no more', async () => {
    const client = await aSeriesUser(world);
    const { series } = await aSeriesPost(world, client);
    await givePlan(world, client, 'free');
    expect(await stop(client, series?._id)).toMatchObject({ status: 200 });
    expect(await seriesOf(client)).toEqual([]);
    expect(await stop(client, series?._id)).toMatchObject({ status: 404 });
    const posts = await listPosts(client);
    expect(posts).toHaveLength(4);
    expect(posts).toSatisfy((all: Post[]) => all.every((post) => post.series?.isOver));
    const stored =
      await sql`select from post_series_media where series_id = ${series?._id}`.execute(
        world.database.db,
      );
    expect(stored.rows).toEqual([]);
  });

  test('is in the audit log with the member who started and stopped it', async () => {
    const client = await aSeriesUser(world);
    const { series } = await aSeriesPost(world, client);
    await stop(client, series?._id);
    const { entries } = dataOf(await client.get<{ entries: { text: string }[] }>('/members/audit'));
    const texts = entries.map(({ text }) => text).join('\n');
    expect(texts).toContain('começou a repetir o post “Fornada da semana”');
    expect(texts).toContain('parou de repetir o post “Fornada da semana”');
  });
});

const stop = (client: Client, id: string | undefined) => client.post(`/series/${id}/stop`);
