import type { AdvancedAnalytics, BasicAnalytics } from '@pontual/contract/insights/analytics.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { insertPosts, type PostFixture } from '../../../testing/analytics.ts';
import { aScheduledPost, aUser, connect, dataOf, type Client } from '../../../testing/factories.ts';
import { givePlan } from '../../../testing/plans.ts';
import { workspaceOf } from '../../../testing/stripe-fake.ts';
import { startWorld, type World } from '../../../testing/world.ts';
import { setPublished } from '../../../testing/published-posts.ts';

/** A Saturday, 12:00 in Brasília. */
const NOW = '2040-06-23T15:00:00Z';

let world: World;
let client: Client;
beforeAll(async () => {
  world = await startWorld();
  await world.advanceTime(Date.parse(NOW) - world.now().getTime());
});
afterAll(() => world.stop());
beforeEach(async () => {
  client = await aUser(world);
  await givePlan(world, client, 'premium');
});

const fill = async (posts: readonly PostFixture[], whose = client) =>
  insertPosts(
    world.database.db,
    { workspaceId: await workspaceOf(world, whose), userId: whose.user._id },
    posts,
  );
const basic = async () => dataOf(await client.get<BasicAnalytics>('/analytics/basic'));
const advanced = async () => dataOf(await client.get<AdvancedAnalytics>('/analytics/advanced'));
const times = (count: number, post: PostFixture) => Array.from({ length: count }, () => post);

describe('the basic analytics', () => {
  test('count the posts of the last 30 days in Brasília, all scheduled posts and all drafts', async () => {
    await fill([
      { at: '2040-05-25T03:00:00Z' }, // the first instant of the period
      { at: '2040-05-25T02:59:00Z' }, // the day before it
      { at: '2040-06-24T02:59:00Z' }, // tonight
      { at: '2040-06-10T12:00:00Z', status: 'failed' },
      { at: '2040-06-10T12:00:00Z', status: 'error' },
      { at: '2040-06-10T12:00:00Z', status: 'expired' },
      { at: '2040-05-24T12:00:00Z', status: 'failed' },
      { at: '2040-06-23T15:00:00Z', status: 'pending' },
      { at: '2040-09-01T12:00:00Z', status: 'scheduled' },
      { status: 'draft' },
      { at: '2039-01-01T12:00:00Z', status: 'draft' },
    ]);
    expect(await basic()).toMatchObject({
      period: 30,
      summary: { published: 2, failed: 3, scheduled: 2, draft: 2 },
    });
  });

  test('count published and scheduled posts of each of seven days, by midnight in Brasília', async () => {
    await fill([
      { at: '2040-06-17T02:59:59Z' }, // the day before the seven
      { at: '2040-06-17T03:00:00Z' },
      { at: '2040-06-20T02:59:00Z' }, // 19 June, 23:59
      { at: '2040-06-20T03:00:00Z' }, // 20 June, 00:00
      { at: '2040-06-20T12:00:00Z', status: 'failed' },
      { at: '2040-06-23T12:00:00Z' },
      { at: '2040-06-24T02:59:00Z', status: 'scheduled' },
      { at: '2040-06-24T03:00:00Z', status: 'scheduled' },
      { at: '2040-06-22T12:00:00Z', status: 'draft' },
    ]);
    expect((await basic()).dailyActivity).toEqual([
      { date: '2040-06-17', posts: 1 },
      { date: '2040-06-18', posts: 0 },
      { date: '2040-06-19', posts: 1 },
      { date: '2040-06-20', posts: 1 },
      { date: '2040-06-21', posts: 0 },
      { date: '2040-06-22', posts: 0 },
      { date: '2040-06-23', posts: 2 },
    ]);
  });

  test('give the share of each type in whole percents with a sum of 100', async () => {
    await fill([
      { type: 'REELS', at: '2040-06-10T12:00:00Z' },
      { type: 'IMAGE', at: '2040-06-10T12:00:00Z', status: 'failed' },
      { type: 'STORIES', status: 'draft' },
      { type: 'CAROUSEL', at: '2040-05-01T12:00:00Z' },
    ]);
    const { mediaTypes } = await basic();
    expect(mediaTypes).toEqual([
      { type: 'IMAGE', count: 1, percentage: 34 },
      { type: 'REELS', count: 1, percentage: 33 },
      { type: 'STORIES', count: 1, percentage: 33 },
    ]);
  });

  test('show a message when there are too few posts', async () => {
    const empty = await basic();
    expect(empty.summary).toEqual({ published: 0, scheduled: 0, draft: 0, failed: 0 });
    expect(empty.mediaTypes).toEqual([]);
    expect(empty.insights).toEqual([expect.stringMatching(/^Ainda não há posts suficientes/)]);
  });

  test('describe the numbers in sentences', async () => {
    await fill([
      ...times(3, { at: '2040-06-19T15:00:00Z', type: 'REELS' }), // a Tuesday
      { at: '2040-06-21T15:00:00Z', type: 'REELS' },
      { at: '2040-06-22T15:00:00Z' },
      { at: '2040-06-23T12:00:00Z' },
      ...times(2, { at: '2040-06-13T12:00:00Z', type: 'REELS', status: 'failed' }),
      ...times(5, { at: '2040-05-20T12:00:00Z' }),
      { status: 'draft' },
    ]);
    expect((await basic()).insights).toEqual([
      'Nos últimos 30 dias saíram 6 posts, 1 a mais que nos 30 dias anteriores (5).',
      'Terça é o seu dia mais ativo: 3 dos 6 posts dos últimos 30 dias.',
      'Domingo, segunda e quarta ficaram sem posts nas últimas 4 semanas.',
      'Foram 3 dias seguidos com post publicado, até hoje.',
      'Reels são 67% dos seus posts (6 de 9).',
      '2 de 8 posts dos últimos 30 dias não saíram (25,0%).',
      '2 de 6 reels não saíram nos últimos 30 dias.',
      '1 rascunho espera para ser agendado.',
      'Nenhum post está agendado; nos últimos 30 dias saíram 6.',
    ]);
  });
});

describe('the advanced analytics', () => {
  test('cover six months of Brasília, including the scheduled posts of this month', async () => {
    await fill([
      { at: '2040-01-01T02:59:00Z' }, // still December
      { at: '2040-01-01T03:00:00Z' },
      { at: '2040-02-01T02:59:00Z', status: 'failed' }, // 31 January
      { at: '2040-03-01T02:59:00Z' }, // 29 February
      { at: '2040-03-01T03:00:00Z', status: 'expired' },
      { at: '2040-06-23T12:00:00Z' },
      { at: '2040-07-01T02:59:00Z', status: 'scheduled' },
      { at: '2040-07-01T03:00:00Z', status: 'scheduled' }, // July
      { at: '2040-06-22T12:00:00Z', status: 'draft' },
      ...times(2, { at: '2040-05-31T12:00:00Z' }),
      { at: '2040-05-31T12:00:00Z', status: 'error' },
    ]);
    expect((await advanced()).monthlyTrends).toEqual([
      { month: '2040-01', total: 2, published: 1, failed: 1, successRate: 50 },
      { month: '2040-02', total: 1, published: 1, failed: 0, successRate: 100 },
      { month: '2040-03', total: 1, published: 0, failed: 1, successRate: 0 },
      { month: '2040-04', total: 0, published: 0, failed: 0, successRate: null },
      { month: '2040-05', total: 3, published: 2, failed: 1, successRate: 66.7 },
      { month: '2040-06', total: 2, published: 1, failed: 0, successRate: 100 },
    ]);
  });

  test('show outcomes and known engagement of each type', async () => {
    await fill([
      { at: '2040-06-01T12:00:00Z', type: 'REELS', reach: 1000, interactions: 61 },
      { at: '2040-06-02T12:00:00Z', type: 'REELS', reach: 200, interactions: 11 },
      { at: '2040-06-03T12:00:00Z', type: 'REELS' },
      { at: '2040-06-03T13:00:00Z', type: 'REELS', reach: 0, interactions: 0 },
      { at: '2040-06-04T12:00:00Z', type: 'REELS', status: 'failed' },
      { at: '2040-06-05T12:00:00Z', type: 'STORIES' },
      { at: '2040-06-29T12:00:00Z', type: 'VIDEO', status: 'scheduled' },
    ]);
    expect((await advanced()).mediaPerformance).toEqual([
      { type: 'REELS', total: 5, published: 4, failed: 1, successRate: 80, avgEngagement: 6 },
      { type: 'VIDEO', total: 1, published: 0, failed: 0, successRate: null, avgEngagement: null },
      { type: 'STORIES', total: 1, published: 1, failed: 0, successRate: 100, avgEngagement: null },
    ]);
  });

  test('count the hashtags of captions, without stories', async () => {
    expect(await advanced()).not.toHaveProperty('hashtagInsights');
    await fill([
      { at: '2040-06-01T12:00:00Z', caption: '#um #dois #tres' },
      { at: '2040-06-02T12:00:00Z', caption: 'Sem nenhuma' },
      { at: '2040-06-03T12:00:00Z', caption: '#um' },
      { at: '2040-06-04T12:00:00Z', type: 'STORIES' },
      { at: '2040-06-04T12:00:00Z', caption: '#a #b', status: 'failed' },
    ]);
    expect((await advanced()).hashtagInsights).toEqual({
      avgHashtagsPerPost: 1.3,
      maxHashtagsUsed: 3,
      postsWithHashtags: 2,
      hashtagUsageRate: 66.7,
    });
  });

  test('list the hours of the week with published posts and their engagement', async () => {
    await fill([
      { at: '2040-06-20T02:59:00Z', reach: 100, interactions: 5 }, // Tuesday, 23:59
      { at: '2040-06-20T03:00:00Z', reach: 100, interactions: 7 }, // Wednesday, 00:00
      { at: '2040-06-13T03:59:00Z', reach: 300, interactions: 9 }, // the Wednesday before, 00:59
      { at: '2040-06-17T15:00:00Z' }, // a Sunday
    ]);
    expect((await advanced()).bestHours).toEqual([
      { weekday: 0, hour: 12, posts: 0, avgEngagement: null },
      { weekday: 2, hour: 23, posts: 1, avgEngagement: 5 },
      { weekday: 3, hour: 0, posts: 2, avgEngagement: 4 },
    ]);
  });

  test('list the five posts with the highest engagement', async () => {
    const ids = await fill([
      { at: '2040-06-01T12:00:00Z', reach: 100, interactions: 1 },
      { at: '2040-06-02T12:00:00Z', reach: 100, interactions: 6, caption: 'O melhor' },
      { at: '2040-06-03T12:00:00Z', reach: 1000, interactions: 25 },
      { at: '2040-06-04T12:00:00Z', reach: 100, interactions: 3, type: 'REELS' },
      { at: '2040-06-05T12:00:00Z', reach: 100, interactions: 4 },
      { at: '2040-06-06T12:00:00Z', reach: 100, interactions: 5 },
      { at: '2040-06-07T12:00:00Z', reach: 0, interactions: 9 },
      { at: '2039-12-31T12:00:00Z', reach: 100, interactions: 99 },
    ]);
    const { topPosts } = await advanced();
    expect(topPosts.map(({ _id, engagement }) => [_id, engagement])).toEqual([
      [ids[1], 6],
      [ids[5], 5],
      [ids[4], 4],
      [ids[3], 3],
      [ids[2], 2.5],
    ]);
    expect(topPosts[0]).toMatchObject({
      mediaType: 'IMAGE',
      caption: 'O melhor',
      scheduledTime: '2040-06-02T12:00:00.000Z',
      permalink: expect.stringContaining('https://www.instagram.com/p/'),
      thumbnailUrl: null,
      reach: 100,
      interactions: 6,
    });
  });

  test('show a thumbnail by a media link of the owner', async () => {
    await connect(world, client);
    const { _id } = await aScheduledPost(world, client);
    await setPublished(world.database.db, _id, { lateMs: 0 });
    await sql`insert into post_insights (post_id, workspace_id, ig_user_id, media_type,
        scheduled_time, hashtags, reach, total_interactions)
      select id, workspace_id, '1', media_type, scheduled_time, 0, 100, 6 from posts_with_publication
      where id = ${_id}`.execute(world.database.db);
    const [{ thumbnailUrl } = { thumbnailUrl: null }] = (await advanced()).topPosts;
    const picture = await fetch(`${world.url}${thumbnailUrl}`);
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
  });

  test('show the last 30 days of the connected account', async () => {
    await connect(world, client);
    const { db } = world.database;
    await sql`insert into account_insights (workspace_id, ig_user_id, day, followers, reach, views,
        total_interactions, read_at)
      select c.workspace_id, ig, day::date, followers, 900, null, 40, app_now()
      from instagram_connections c, (values (null, '2040-05-24', 1), (null, '2040-05-25', 2000),
        ('another', '2040-06-01', 7), (null, '2040-06-23', 2100)) known(other, day, followers),
        lateral (select coalesce(other, c.ig_user_id) as ig) of_account
      where c.workspace_id = ${await workspaceOf(world, client)}`.execute(db);
    const day = { reach: 900, views: null, interactions: 40 };
    const { account, recommendations } = await advanced();
    expect(account).toMatchObject({
      days: [
        { date: '2040-05-25', followers: 2000, ...day },
        { date: '2040-06-23', followers: 2100, ...day },
      ],
      issue: null,
    });
    expect(recommendations).toEqual([
      'Sua conta cresceu de 2.000 para 2.100 seguidores em 29 dias (+100).',
    ]);
  });

  test('recommend by the numbers that they show', async () => {
    await fill([
      ...times(5, { at: '2040-06-06T15:00:00Z', reach: 100, interactions: 8, type: 'REELS' }),
      ...times(5, { at: '2040-06-08T12:00:00Z', reach: 100, interactions: 2, caption: '#a' }),
      ...times(3, { at: '2040-06-08T12:00:00Z', status: 'failed', errorCode: '190/463' }),
    ]);
    expect((await advanced()).recommendations).toEqual([
      expect.stringMatching(
        /^Quarta entre 12:00 e 13:00 .*: 8,0% \(5 posts\), contra 2,0% \(5 posts\)/,
      ),
      expect.stringMatching(/^Quarta é o dia .*, 8,0% \(5 posts\), e sexta .*, 2,0% \(5 posts\)/),
      expect.stringMatching(/^Seus reels têm 8,0% .*, contra 2,0% das imagens/),
      expect.stringMatching(/^Posts sem hashtags têm 8,0% .*, contra 2,0%/),
      expect.stringMatching(/^3 de 3 falhas aconteceram porque a conta/),
      expect.stringMatching(/^Suas imagens saem em 62,5% das vezes \(5 de 8\), contra 100,0% /),
    ]);
  });

  test('have no recommendations and no account for a new workspace', async () => {
    expect(await advanced()).toMatchObject({
      recommendations: [expect.stringMatching(/^Ainda não há posts suficientes/)],
      bestHours: [],
      topPosts: [],
      mediaPerformance: [],
      account: { days: [], updatedAt: null, issue: 'not_connected' },
    });
  });
});

describe('access to the analytics', () => {
  const codes = async () =>
    Promise.all(
      ['/analytics/basic', '/analytics/advanced'].map(async (path) => {
        const { status, body } = await client.get(path);
        return body.success ? status : body.code;
      }),
    );

  test('requires Pro for the basic and Premium for the advanced ones', async () => {
    await givePlan(world, client, 'free');
    expect(await codes()).toEqual(['PLAN_REQUIRED', 'PLAN_REQUIRED']);
    await givePlan(world, client, 'pro');
    expect(await codes()).toEqual([200, 'PLAN_REQUIRED']);
    await givePlan(world, client, 'premium');
    expect(await codes()).toEqual([200, 200]);
  });

  test('excludes the posts of other workspaces', async () => {
    const other = await aUser(world);
    await fill(
      [
        ...times(9, { at: '2040-06-20T12:00:00Z', reach: 100, interactions: 50, caption: '#a' }),
        { at: '2040-06-20T12:00:00Z', status: 'failed', errorCode: '190' },
        { at: '2040-06-29T12:00:00Z', status: 'scheduled' },
        { status: 'draft' },
      ],
      other,
    );
    expect((await basic()).summary).toEqual({ published: 0, scheduled: 0, draft: 0, failed: 0 });
    const { monthlyTrends, ...rest } = await advanced();
    expect(monthlyTrends.every(({ total }) => total === 0)).toBe(true);
    expect(rest).toMatchObject({ mediaPerformance: [], bestHours: [], topPosts: [] });
    expect(rest).not.toHaveProperty('hashtagInsights');
  });
});
