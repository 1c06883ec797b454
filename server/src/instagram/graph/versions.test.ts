import type { InstagramAccount } from '@pontual/contract/instagram/instagram.ts';
import type { MediaType } from '@pontual/contract/posts/posts.ts';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import {
  aDraft,
  aFormOf,
  aPhotoFile,
  aScheduledPost,
  aUser,
  authorize,
  dataOf,
  type Client,
} from '../../../testing/factories.ts';
import { givePlan } from '../../../testing/plans.ts';
import { MINUTE, usePublishing } from '../../../testing/publishing-steps.ts';
import {
  COMMENTS_SCOPE,
  DEFAULT_META_SETTINGS,
  GRAPH_VERSIONS,
} from '../../platform/meta-settings.ts';

const TYPES: readonly MediaType[] = ['IMAGE', 'VIDEO', 'REELS', 'STORIES', 'CAROUSEL'];

describe.each(GRAPH_VERSIONS)('with version %s of the Graph API', (version) => {
  const engine = usePublishing({ meta: { META_GRAPH_VERSION: version } });

  test('an account is connected, its posts of all types are published and commented on', async () => {
    const posts = [];
    for (const mediaType of TYPES) {
      const firstComment = mediaType === 'STORIES' ? {} : { firstComment: '#barro' };
      posts.push(
        await aScheduledPost(engine.world, engine.client, {
          mediaType,
          dueInMs: 5 * MINUTE,
          ...firstComment,
        }),
      );
    }
    for (const { _id: id } of posts) await engine.advanceUntil(id, 'published', MINUTE);
    const { firstComments } = engine.world.services.planning;
    await firstComments.enqueueDue();
    for (const { _id: id } of posts) await firstComments.write(id);
    dataOf(await engine.client.get('/instagram/locations?q=recife'));

    const published = await engine.world.sandbox.published();
    expect(published).toHaveLength(TYPES.length);
    expect(published.flatMap(({ comments }) => comments)).toHaveLength(TYPES.length - 1);
    const calls = await engine.world.sandbox.calls();
    expect(calls.length).toBeGreaterThan(20);
    expect(calls.filter((call) => call.version !== version)).toEqual([]);
    expect(calls.filter(({ status }) => status >= 400)).toEqual([]);
  });
});

describe('without the optional permissions', () => {
  const engine = usePublishing({
    meta: { META_SCOPES: DEFAULT_META_SETTINGS.META_SCOPES.split(',').slice(0, 4).join(',') },
  });

  test('an account is connected, no first comment is offered, and insights are not read', async () => {
    const { world, client } = engine;
    const [visit] = await world.sandbox.calls();
    expect(visit?.params['scope']).toBe(
      'instagram_basic,instagram_content_publish,pages_read_engagement,pages_show_list',
    );
    const offered = await client.get<{ firstComments: boolean }>('/schedule/media-types');
    expect(dataOf(offered).firstComments).toBe(false);
    const post = await aScheduledPost(world, client, { dueInMs: 5 * MINUTE });
    await engine.advanceUntil(post._id, 'published', MINUTE);
    await world.services.instagram.insights.enqueueDue();
    expect(await world.database.db.selectFrom('insight_schedules').selectAll().execute()).toEqual(
      [],
    );
  });
});

describe('without the permission to comment', () => {
  const engine = usePublishing({
    meta: { META_SCOPES: DEFAULT_META_SETTINGS.META_SCOPES.replace(`,${COMMENTS_SCOPE}`, '') },
  });
  const UNAVAILABLE = {
    status: 422,
    body: { code: 'FIRST_COMMENT_UNAVAILABLE', errors: { firstComment: expect.any(String) } },
  };

  test('a first comment is refused, and one that a post has already stays', async () => {
    const { client, world } = engine;
    const file = await aPhotoFile();
    const scheduledTime = new Date(world.now().getTime() + 5 * MINUTE).toISOString();
    const comment = { firstComment: '#barro' };
    const fields = { mediaType: 'IMAGE', scheduledTime };
    expect(await client.schedule(aFormOf({ ...fields, ...comment }, [file]))).toMatchObject(
      UNAVAILABLE,
    );
    const { _id: id } = dataOf(await client.schedule(aFormOf(fields, [file]))).post;
    const edit = async (text: string) =>
      client.put(`/scheduled/${id}`, aFormOf({ firstComment: text }));
    expect(await edit('#barro')).toMatchObject(UNAVAILABLE);
    await sql`update posts set first_comment = '#barro' where id = ${id}`.execute(
      world.database.db,
    );
    expect(await edit('#barro')).toMatchObject({ status: 200 });
    expect(await edit('')).toMatchObject({ status: 200 });
  });

  test('a draft with a first comment is not scheduled with it', async () => {
    const { client, world } = engine;
    const { _id: id } = await aDraft(client, { firstComment: '#barro' });
    const scheduledTime = new Date(world.now().getTime() + 5 * MINUTE).toISOString();
    const schedule = () => client.put(`/schedule/draft/${id}/schedule`, { scheduledTime });
    expect(await schedule()).toMatchObject(UNAVAILABLE);
    dataOf(await client.put(`/scheduled/${id}`, aFormOf({ firstComment: '' })));
    expect(await schedule()).toMatchObject({ status: 200 });
  });

  test('a missed post that has a first comment already is not rescheduled with it', async () => {
    const { client, world } = engine;
    const { _id: id } = await aScheduledPost(world, client, { dueInMs: 5 * MINUTE });
    await sql`update posts set first_comment = '#barro' where id = ${id}`.execute(
      world.database.db,
    );
    dataOf(await client.put('/schedule/pause', { until: null }));
    await world.advanceTime(7 * MINUTE);
    dataOf(await client.delete('/schedule/pause'));
    const scheduledTime = new Date(world.now().getTime() + 5 * MINUTE).toISOString();
    const reschedule = () =>
      client.post('/schedule/held', { posts: [{ postId: id, scheduledTime }] });
    expect(await reschedule()).toMatchObject(UNAVAILABLE);
    dataOf(await client.put(`/scheduled/${id}`, aFormOf({ firstComment: '' })));
    expect(await reschedule()).toMatchObject({ status: 200 });
  });
});

describe('without the optional permissions of Instagram Login', () => {
  const engine = usePublishing({
    meta: { INSTAGRAM_SCOPES: 'instagram_business_basic,instagram_business_content_publish' },
  });
  const offersFirstComments = async (client: Client) => {
    const offered = await client.get<{ firstComments: boolean }>('/schedule/media-types');
    return dataOf(offered).firstComments;
  };

  test('its accounts get no first comment and no insights, those of the other login do', async () => {
    const { world, client } = engine;
    await givePlan(world, client, 'pro');
    expect(await offersFirstComments(client)).toBe(true);
    const other = await aUser(world);
    await givePlan(world, other, 'pro');
    expect(await offersFirstComments(other)).toBe(true);
    const { end } = await authorize(world, other, 'lia.prates', { query: '?login=instagram' });
    expect(end).toBe('/connected?connected=true');
    expect(await offersFirstComments(other)).toBe(false);

    const scheduledTime = new Date(world.now().getTime() + 5 * MINUTE).toISOString();
    const fields = { mediaType: 'IMAGE', scheduledTime, firstComment: '#barro' };
    const file = await aPhotoFile();
    expect(await other.schedule(aFormOf(fields, [file]))).toMatchObject({
      body: { code: 'FIRST_COMMENT_UNAVAILABLE' },
    });
    const { post } = dataOf(await client.schedule(aFormOf(fields, [file])));
    await authorize(world, client, 'lia.prates', { query: '?login=instagram&another=true' });
    const { accounts } = dataOf(
      await client.get<{ accounts: InstagramAccount[] }>('/instagram/accounts'),
    );
    const instagramAccountId =
      accounts.find(({ username }) => username === 'lia.prates')?.instagramAccountId ?? '';
    expect(
      await client.put(`/scheduled/${post._id}`, aFormOf({ instagramAccountId })),
    ).toMatchObject({ body: { code: 'FIRST_COMMENT_UNAVAILABLE' } });

    await world.services.instagram.insights.enqueueDue();
    const scheduled = await world.database.db
      .selectFrom('insight_schedules as s')
      .innerJoin('instagram_connections as c', 'c.id', 's.connection_id')
      .select('c.login')
      .distinct()
      .execute();
    expect(scheduled).toEqual([{ login: 'facebook' }]);
  });

  test('nothing is said to be missing that was not asked for', async () => {
    const { world } = engine;
    const owner = await aUser(world);
    await authorize(world, owner, 'lia.prates', { query: '?login=instagram' });
    const answer = await owner.get<{ accounts: object[] }>('/instagram/readiness');
    expect(dataOf(answer).accounts).toMatchObject([
      { situation: 'ready', works: ['posts', 'stories'] },
    ]);
  });
});

describe('with a configuration of Facebook Login for Business', () => {
  const engine = usePublishing({
    meta: { META_LOGIN_CONFIG_ID: '715', INSTAGRAM_APP_ID: undefined },
  });

  test('Instagram Login is refused where it has no app id', async () => {
    const answer = await engine.client.get('/auth/instagram-url?login=instagram');
    expect(answer).toMatchObject({
      status: 404,
      body: { code: 'INSTAGRAM_LOGIN_UNAVAILABLE' },
    });
  });

  test('the dialog gets the configuration in place of the permissions', async () => {
    const [visit] = await engine.world.sandbox.calls();
    expect(visit).toMatchObject({ path: '/dialog/oauth', params: { config_id: '715' } });
    expect(visit?.params).not.toHaveProperty('scope');
    const post = await aScheduledPost(engine.world, engine.client, { dueInMs: 5 * MINUTE });
    await engine.advanceUntil(post._id, 'published', MINUTE);
  });
});
