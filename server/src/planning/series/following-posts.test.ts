import { dayKey } from '@pontual/contract/shared/brasilia-time.ts';
import type { Post } from '@pontual/contract/posts/posts.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  aFormOf,
  aPhotoFile,
  aScheduledPost,
  aVideoFile,
  connect,
  connectAnother,
  dataOf,
  type Client,
  type UploadFile,
} from '../../../testing/factories.ts';
import {
  aSeriesPost,
  aSeriesUser,
  eveningIn,
  listPosts,
  seriesOf,
} from '../../../testing/series.ts';
import { startWorld, type World } from '../../../testing/world.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

const edit = (
  client: Client,
  post: Post | undefined,
  fields: Parameters<typeof aFormOf>[0],
  files: UploadFile[] = [],
) => client.put(`/scheduled/${post?._id}`, aFormOf(fields, files));
const captions = async (client: Client) => (await listPosts(client)).map(({ caption }) => caption);
const times = async (client: Client) =>
  (await listPosts(client)).map(({ scheduledTime }) => scheduledTime);

async function aSeries() {
  const client = await aSeriesUser(world);
  await aSeriesPost(world, client, { caption: 'Pão' });
  return { client, posts: await listPosts(client) };
}

describe('an edit of one post', () => {
  test('alone changes no other post and no future one', async () => {
    const { client, posts } = await aSeries();
    dataOf(await edit(client, posts[1], { caption: 'Pão de milho' }));
    expect(await captions(client)).toEqual(['Pão', 'Pão de milho', 'Pão', 'Pão']);
    expect(await seriesOf(client)).toMatchObject([{ caption: 'Pão' }]);
  });

  test('with following posts changes their content, but not posts that were edited individually', async () => {
    const { client, posts } = await aSeries();
    dataOf(await edit(client, posts[2], { caption: 'Só hoje' }));
    const file = await aPhotoFile();
    dataOf(await edit(client, posts[1], { caption: 'Broa', following: 'true' }, [file]));
    expect(await captions(client)).toEqual(['Pão', 'Broa', 'Só hoje', 'Broa']);
    const fileOf = (post: Post | undefined) => post?.mediaItems[0]?.url.split('/')[3];
    const now = await listPosts(client);
    expect(fileOf(now[3])).toBe(fileOf(now[1]));
    expect(fileOf(now[2])).toBe(fileOf(posts[2]));
    expect(await seriesOf(client)).toMatchObject([{ caption: 'Broa' }]);
  });

  test('with following posts changes their time of day, each on its own day', async () => {
    const { client, posts } = await aSeries();
    const moved = (days: number, hours: number) =>
      new Date(eveningIn(world, days).getTime() + hours * HOUR).toISOString();
    dataOf(await edit(client, posts[3], { scheduledTime: moved(23, 0) }));
    dataOf(await edit(client, posts[1], { scheduledTime: moved(9, 2), following: 'true' }));
    expect(await times(client)).toEqual([moved(1, 0), moved(9, 2), moved(15, 2), moved(23, 0)]);
    expect((await listPosts(client))[1]?.series?.on).toBe(dayKey(eveningIn(world, 8)));
    expect(await seriesOf(client)).toMatchObject([{ minute: 20 * 60 }]);
  });

  test('with following posts is refused without a series and for an ended one', async () => {
    const { client, posts } = await aSeries();
    const other = await aScheduledPost(world, client, { dueInMs: DAY });
    const refused = { status: 409, body: { code: 'SERIES_OVER' } };
    const fields = { caption: 'Outra', following: 'true' };
    expect(await edit(client, other, fields)).toMatchObject(refused);
    await client.post(`/series/${posts[0]?.series?._id}/stop`);
    expect(await edit(client, posts[0], fields)).toMatchObject(refused);
    expect(await client.delete(`/scheduled/${posts[0]?._id}?following=true`)).toMatchObject(
      refused,
    );
    expect(await captions(client)).not.toContain('Outra');
  });
});

describe('an edit with following posts and several accounts', () => {
  const accounts = async (client: Client) =>
    (await listPosts(client)).map(({ instagramAccountId }) => instagramAccountId);
  /** The last post of the series was created after a second account was connected. */
  async function aSeriesOfBefore() {
    const { client } = await aSeries();
    await connectAnother(world, client, 'cafe.serra');
    const all = await client.get<{ accounts: { instagramAccountId: string }[] }>(
      '/instagram/accounts',
    );
    const [first = '', second = ''] = dataOf(all).accounts.map((one) => one.instagramAccountId);
    const skipped = (await listPosts(client))[3];
    await sql`delete from posts where id = ${skipped?._id}`.execute(world.database.db);
    await sql`update post_series set next_step_at = app_now()
      where id = ${skipped?.series?._id}`.execute(world.database.db);
    await world.services.planning.createSeriesPosts();
    const posts = await listPosts(client);
    expect(posts).toHaveLength(4);
    return { client, posts, first, second };
  }

  test('reaches posts from before and after the second account was connected', async () => {
    const { client, posts, first } = await aSeriesOfBefore();
    dataOf(await edit(client, posts[1], { caption: 'Broa', following: 'true' }));
    expect(await captions(client)).toEqual(['Pão', 'Broa', 'Broa', 'Broa']);
    expect(await accounts(client)).toEqual([first, first, first, first]);
  });

  test('moves posts to the chosen account, but not posts that were moved individually', async () => {
    const { client, posts, first, second } = await aSeriesOfBefore();
    dataOf(await edit(client, posts[2], { instagramAccountId: second }));
    dataOf(await edit(client, posts[2], { caption: 'Só hoje', following: 'true' }));
    expect(await accounts(client)).toEqual([first, first, second, first]);
    expect(await captions(client)).toEqual(['Pão', 'Pão', 'Só hoje', 'Só hoje']);
    dataOf(await edit(client, posts[0], { instagramAccountId: second, following: 'true' }));
    expect(await accounts(client)).toEqual([second, second, second, second]);
  });

  test('reaches posts whose account awaits confirmation', async () => {
    const { client, posts } = await aSeries();
    await connect(world, client, 'cafe.serra');
    const postIds = [posts[0]?._id];
    dataOf(await client.post('/schedule/confirm-account', { postIds }));
    const before = await accounts(client);
    dataOf(await edit(client, posts[1], { caption: 'Broa', following: 'true' }));
    expect(await captions(client)).toEqual(['Pão', 'Broa', 'Broa', 'Broa']);
    expect(await accounts(client)).toEqual(before);
  });
});

describe('an edit of a missed post of a series', () => {
  async function aHeldSeries() {
    const { client, posts } = await aSeries();
    dataOf(await client.put('/schedule/pause', { until: null }));
    await world.advanceTime(eveningIn(world, 1).getTime() - world.now().getTime() + HOUR);
    dataOf(await client.delete('/schedule/pause'));
    const held = (await listPosts(client)).find(({ _id }) => _id === posts[0]?._id);
    expect(held).toMatchObject({ status: 'draft', mediaType: 'IMAGE' });
    return { client, held };
  }

  test('to another media type is refused for the following posts', async () => {
    const { client, held } = await aHeldSeries();
    const before = await listPosts(client);
    const fields = { caption: 'Em vídeo', following: 'true' };
    expect(await edit(client, held, fields, [await aVideoFile()])).toMatchObject({
      status: 400,
      body: { code: 'MEDIA_KIND' },
    });
    expect(await listPosts(client)).toEqual(before);
    expect(await seriesOf(client)).toMatchObject([{ caption: 'Pão' }]);
  });

  test('with the same media type reaches the following posts', async () => {
    const { client, held } = await aHeldSeries();
    const fields = { caption: 'Broa', following: 'true' };
    dataOf(await edit(client, held, fields, [await aPhotoFile()]));
    expect(new Set(await captions(client))).toEqual(new Set(['Broa']));
  });
});

describe('a deletion', () => {
  test('of one post leaves the others', async () => {
    const { client, posts } = await aSeries();
    dataOf(await client.delete(`/scheduled/${posts[1]?._id}`));
    await world.services.planning.createSeriesPosts();
    expect((await listPosts(client)).map(({ _id }) => _id)).toEqual(
      [posts[0], posts[2], posts[3]].map((post) => post?._id),
    );
    expect(await seriesOf(client)).toHaveLength(1);
  });

  test('of a post and the following ones ends the series', async () => {
    const { client, posts } = await aSeries();
    dataOf(await client.delete(`/scheduled/${posts[1]?._id}?following=true`));
    expect((await listPosts(client)).map(({ _id }) => _id)).toEqual([posts[0]?._id]);
    expect(await seriesOf(client)).toEqual([]);
    expect(await client.delete(`/scheduled/${posts[0]?._id}?following=talvez`)).toMatchObject({
      status: 400,
    });
  });
});
