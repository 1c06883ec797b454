import type { MonthlyReport } from '@pontual/contract/insights/reports.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { insertPosts, type PostFixture } from '../../../testing/analytics.ts';
import {
  aDraft,
  aUser,
  connect,
  dataOf,
  type ApiResponse,
  type Client,
} from '../../../testing/factories.ts';
import { givePlan } from '../../../testing/plans.ts';
import { workspaceOf } from '../../../testing/stripe-fake.ts';
import { startWorld, type World } from '../../../testing/world.ts';
import { setPublished } from '../../../testing/published-posts.ts';

/** A Saturday, 12:00 in Brasília. */
const NOW = '2040-06-23T15:00:00Z';

let world: World;
let client: Client;
let workspaceId: string;
beforeAll(async () => {
  world = await startWorld();
  await world.advanceTime(Date.parse(NOW) - world.now().getTime());
});
afterAll(() => world.stop());
beforeEach(async () => {
  client = await aUser(world);
  workspaceId = await workspaceOf(world, client);
  await givePlan(world, client, 'premium');
  await beganAt('2040-04-10T12:00:00Z');
});

const beganAt = (instant: string) =>
  sql`update workspaces set created_at = ${instant} where id = ${workspaceId}`.execute(
    world.database.db,
  );
const fill = (posts: readonly PostFixture[]) =>
  insertPosts(world.database.db, { workspaceId, userId: client.user._id }, posts);
const ask = (month: string, whose = client): Promise<ApiResponse<MonthlyReport>> =>
  whose.get(`/analytics/reports/${month}`);
const reportOf = async (month: string) => dataOf(await ask(month));
const times = (count: number, post: PostFixture) => Array.from({ length: count }, () => post);

describe('the report of a month', () => {
  test('counts the posts of the month by midnight in Brasília', async () => {
    await fill([
      { at: '2040-05-01T02:59:59Z' }, // 30 April, 23:59
      { at: '2040-05-01T03:00:00Z' }, // 1 May, 00:00
      { at: '2040-06-01T02:59:59Z' }, // 31 May, 23:59
      { at: '2040-06-01T03:00:00Z' }, // 1 June, 00:00
      { at: '2040-05-10T12:00:00Z', status: 'failed' },
      { at: '2040-05-10T12:00:00Z', status: 'error' },
      { at: '2040-05-20T12:00:00Z', status: 'expired' },
      { at: '2040-05-20T12:00:00Z', status: 'pending' },
      { at: '2040-05-20T12:00:00Z', status: 'draft' },
    ]);
    const report = await reportOf('2040-05');
    expect(report.totals).toMatchObject({
      published: 2,
      failed: 3,
      scheduled: 1,
      successRate: 40,
    });
    expect(report.before).toMatchObject({ published: 1, failed: 0, successRate: 100 });
    expect(report.days).toHaveLength(31);
    const busy = report.days.filter(({ published, failed }) => published + failed > 0);
    expect(busy).toEqual([
      { date: '2040-05-01', published: 1, failed: 0, reach: null },
      { date: '2040-05-10', published: 0, failed: 2, reach: null },
      { date: '2040-05-20', published: 0, failed: 1, reach: null },
      { date: '2040-05-31', published: 1, failed: 0, reach: null },
    ]);
  });

  test('has the engagement that Instagram reported, and null without a report', async () => {
    await fill([
      { at: '2040-05-02T12:00:00Z', type: 'REELS', reach: 1000, interactions: 80 },
      { at: '2040-05-03T12:00:00Z', type: 'REELS', reach: 200, interactions: 4 },
      { at: '2040-05-04T12:00:00Z', type: 'REELS', reach: 500 },
      { at: '2040-05-05T12:00:00Z', type: 'IMAGE', reach: 0, interactions: 0 },
      { at: '2040-06-05T12:00:00Z' },
    ]);
    const may = await reportOf('2040-05');
    expect(may.totals).toMatchObject({ engagement: 7, reach: 1200, interactions: 84 });
    expect(may.types).toEqual([
      { type: 'REELS', count: 3, share: 75, avgEngagement: 7 },
      { type: 'IMAGE', count: 1, share: 25, avgEngagement: null },
    ]);
    expect(may.topPosts.map(({ engagement, reach }) => [engagement, reach])).toEqual([
      [8, 1000],
      [2, 200],
    ]);
    const june = await reportOf('2040-06');
    expect(june.totals).toMatchObject({ engagement: null, reach: null, interactions: null });
    expect(june.topPosts).toEqual([]);
  });

  test('names the best hours in Brasília, with at least five measured posts', async () => {
    await fill([
      // Tuesday, 22:xx in Brasília, which is Wednesday in UTC.
      ...times(3, { at: '2040-05-09T01:10:00Z', reach: 100, interactions: 9 }),
      ...times(3, { at: '2040-05-16T01:50:00Z', reach: 100, interactions: 11 }),
      ...times(5, { at: '2040-05-11T15:00:00Z', reach: 100, interactions: 4 }),
      ...times(4, { at: '2040-05-12T15:00:00Z', reach: 100, interactions: 90 }),
      ...times(5, { at: '2040-05-13T15:00:00Z' }),
    ]);
    expect((await reportOf('2040-05')).bestHours).toEqual([
      { weekday: 2, hour: 22, posts: 6, avgEngagement: 10 },
      { weekday: 5, hour: 12, posts: 5, avgEngagement: 4 },
    ]);
  });

  test('counts failures by their causes', async () => {
    await fill([
      ...times(2, { at: '2040-05-09T12:00:00Z', status: 'failed', errorCode: '190/463' }),
      { at: '2040-05-09T12:00:00Z', status: 'expired', errorCode: 'no-account' },
      { at: '2040-05-09T12:00:00Z', status: 'error', errorCode: '36003/2207009' },
      { at: '2040-05-09T12:00:00Z', status: 'failed' },
    ]);
    expect((await reportOf('2040-05')).failures).toEqual([
      { cause: 'connection', count: 3 },
      { cause: 'media', count: 1 },
      { cause: 'service', count: 1 },
    ]);
  });

  test('counts the hashtags of captions, without stories', async () => {
    expect((await reportOf('2040-05')).hashtags).toBeNull();
    await fill([
      { at: '2040-05-09T12:00:00Z', caption: '#barro #argila #torno' },
      { at: '2040-05-09T12:00:00Z', caption: 'Fornada #barro' },
      { at: '2040-05-09T12:00:00Z', caption: 'Fornada' },
      { at: '2040-05-09T12:00:00Z', type: 'STORIES' },
    ]);
    expect((await reportOf('2040-05')).hashtags).toEqual({
      average: 1.3,
      most: 3,
      posts: 2,
      usageRate: 66.7,
    });
  });

  test('counts the hashtags of posts without insights', async () => {
    const [old] = await fill([{ at: '2040-05-09T12:00:00Z', caption: '#barro #torno a#b' }]);
    await sql`delete from post_insights where post_id = ${old}`.execute(world.database.db);
    expect((await reportOf('2040-05')).hashtags).toMatchObject({ average: 2, posts: 1 });
  });

  test('counts the hashtags of a month with more posts than one page', async () => {
    await fill(times(501, { at: '2040-05-09T12:00:00.000001Z', caption: '#barro' }));
    expect((await reportOf('2040-05')).hashtags).toMatchObject({ posts: 501, average: 1 });
  });

  test('shows the twelve newest posts of the profile, without stories and reels that are not shared to the feed', async () => {
    const day = (number: number) => `2040-05-${String(number).padStart(2, '0')}T15:00:00Z`;
    const posts = await fill([
      ...Array.from({ length: 12 }, (_, index) => ({ at: day(index + 1) })),
      { at: day(20), type: 'REELS' },
      { at: day(21), type: 'REELS' },
      { at: day(22), type: 'STORIES' },
      { at: day(23), status: 'failed' },
      { at: '2040-06-01T03:00:00Z' },
    ]);
    await sql`update posts set share_to_feed = false where id = ${posts[13]}`.execute(
      world.database.db,
    );
    const { grid } = await reportOf('2040-05');
    const expected = [posts[12], ...posts.slice(1, 12).toReversed()];
    expect(grid.map(({ _id }) => _id)).toEqual(expected);
  });

  test('shows thumbnails by working links, and none for a post without a picture', async () => {
    const draft = await aDraft(client);
    const dueAt = new Date('2040-05-09T12:00:00Z');
    await setPublished(world.database.db, draft._id, { dueAt, lateMs: 0 });
    await fill([{ at: '2040-05-08T12:00:00Z' }]);
    const [first, second] = (await reportOf('2040-05')).grid;
    expect((await fetch(`${world.url}${first?.thumbnailUrl}`)).status).toBe(200);
    expect(second?.thumbnailUrl).toBeNull();
  });
});

describe('the account of a report', () => {
  const recordDay = async (
    day: string,
    { followers = null, reach = null }: { followers?: number | null; reach?: number | null },
  ) =>
    sql`insert into account_insights (workspace_id, ig_user_id, day, followers, reach, read_at)
      select ${workspaceId}, ig_user_id, ${day}, ${followers}::int, ${reach}::int, app_now()
      from instagram_connections where workspace_id = ${workspaceId} and ended_at is null`.execute(
      world.database.db,
    );

  test('is null when none is connected', async () => {
    expect((await reportOf('2040-05')).account).toBeNull();
  });

  test('has the first and last known follower count and the reach by day', async () => {
    await connect(world, client);
    await recordDay('2040-04-30', { followers: 900, reach: 1 });
    await recordDay('2040-05-01', { reach: 70 });
    await recordDay('2040-05-02', { followers: 1000 });
    await recordDay('2040-05-31', { followers: 1200, reach: 0 });
    await recordDay('2040-06-01', { followers: 1300, reach: 2 });
    const { account, days } = await reportOf('2040-05');
    expect(account).toEqual({
      username: 'atelie.barro',
      followers: {
        first: { date: '2040-05-02', count: 1000 },
        last: { date: '2040-05-31', count: 1200 },
      },
    });
    expect(
      days.filter(({ reach }) => reach !== null).map(({ date, reach }) => [date, reach]),
    ).toEqual([
      ['2040-05-01', 70],
      ['2040-05-31', 0],
    ]);
  });
});

describe('the report of a workspace with two accounts', () => {
  const at = '2040-05-09T12:00:00Z';
  const ownPost = { reach: 1000, interactions: 20, caption: '#barro' };
  const connected = async () => {
    const { rows } = await sql<{ id: string }>`select ig_user_id as id from instagram_connections
      where workspace_id = ${workspaceId} and ended_at is null`.execute(world.database.db);
    return rows[0]?.id ?? '';
  };
  async function aMonthOfTwo() {
    await connect(world, client);
    const now = await connected();
    const before = '17841400000009999';
    await sql`insert into instagram_accounts (ig_user_id, username)
      values (${before}, 'barro.antigo') on conflict do nothing`.execute(world.database.db);
    const [own] = await fill([
      { at, igUserId: now, ...ownPost },
      { at, status: 'failed', errorCode: 'no-account' },
      ...times(3, { at, igUserId: before, reach: 1000, interactions: 90, caption: '#a #b #c' }),
      { at: '2040-04-20T12:00:00Z', igUserId: before },
    ]);
    return own;
  }

  test('covers the connected account and the failures without an account', async () => {
    const own = await aMonthOfTwo();
    const report = await reportOf('2040-05');
    expect(report.account?.username).toBe('atelie.barro');
    expect(report.totals).toMatchObject({ published: 1, failed: 1, reach: 1000, engagement: 2 });
    expect(report.before).toMatchObject({ published: 0 });
    expect(report.types).toEqual([{ type: 'IMAGE', count: 1, share: 100, avgEngagement: 2 }]);
    expect(report.topPosts.map(({ _id }) => _id)).toEqual([own]);
    expect(report.grid.map(({ _id }) => _id)).toEqual([own]);
    expect(report.hashtags).toMatchObject({ average: 1, posts: 1 });
    expect(report.days.find(({ date }) => date === '2040-05-09')).toMatchObject({ published: 1 });
  });

  test('covers the account with most posts of the month when none is connected', async () => {
    await aMonthOfTwo();
    dataOf(await client.post('/auth/instagram/disconnect'));
    const report = await reportOf('2040-05');
    expect(report.account?.username).toBe('barro.antigo');
    expect(report.totals).toMatchObject({ published: 3, failed: 1, engagement: 9 });
    expect(report.before).toMatchObject({ published: 1 });
  });
});

describe('the months of reports', () => {
  test('range from the creation of the workspace to the current month', async () => {
    const report = await reportOf('2040-04');
    expect(report).toMatchObject({ firstMonth: '2040-04', lastMonth: '2040-06', before: null });
    expect((await reportOf('2040-06')).month).toBe('2040-06');
    for (const month of ['2040-03', '2040-07', '0000-01', '9999-12']) {
      expect(await ask(month)).toMatchObject({
        status: 404,
        body: { code: 'NOT_FOUND', message: 'Não há relatório deste mês.' },
      });
    }
  });

  test('follow the calendar of Brasília', async () => {
    await beganAt('2040-05-01T02:59:00Z');
    expect((await ask('2040-04')).status).toBe(200);
    await beganAt('2040-05-01T03:00:00Z');
    expect((await ask('2040-04')).status).toBe(404);
  });

  test.each(['2040-13', '2040-6', '2040-00', 'junho', '2040-06-01'])(
    'do not include %s',
    async (month) => {
      expect(await ask(month)).toMatchObject({ status: 400, body: { code: 'VALIDATION' } });
    },
  );
});

describe('access to reports', () => {
  test.each(['free', 'pro'] as const)('is refused on the %s plan', async (plan) => {
    await givePlan(world, client, plan);
    for (const path of ['2040-06', '2040-06/pdf']) {
      expect(await ask(path)).toMatchObject({ status: 403, body: { code: 'PLAN_REQUIRED' } });
    }
  });

  test('is limited to the own workspace', async () => {
    await fill(
      times(2, { at: '2040-05-09T12:00:00Z', reach: 100, interactions: 9, caption: '#a' }),
    );
    const other = await aUser(world);
    await givePlan(world, other, 'premium');
    const otherId = await workspaceOf(world, other);
    await sql`update workspaces set created_at = '2040-04-10T12:00:00Z' where id = ${otherId}`.execute(
      world.database.db,
    );
    expect(dataOf(await ask('2040-05', other))).toMatchObject({
      totals: { published: 0, engagement: null },
      topPosts: [],
      grid: [],
      hashtags: null,
    });
  });
});
