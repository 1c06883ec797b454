import type { Batch } from '@pontual/contract/planning/bulk.ts';
import type { Post } from '@pontual/contract/posts/posts.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { aBatch, createBatch, uploadPhotos, uploadFile, undoBatch } from '../../../testing/bulk.ts';
import {
  aConnectedUser,
  aPhoto,
  aUser,
  dataOf,
  type ApiResponse,
  type Client,
} from '../../../testing/factories.ts';
import { givePlan } from '../../../testing/plans.ts';
import { eveningIn, weeklyOn } from '../../../testing/series.ts';
import { aVideo } from '../../../testing/videos.ts';
import { startWorld, type World } from '../../../testing/world.ts';
import { setPublished } from '../../../testing/published-posts.ts';

const HOUR = 3_600_000;

let world: World;
let client: Client;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());
beforeEach(async () => {
  client = await aConnectedUser(world);
  await givePlan(world, client, 'premium');
});

const postsOf = async (owner = client) =>
  dataOf(await owner.get<{ posts: Post[] }>('/scheduled?limit=1000')).posts;
const batches = async (owner = client) =>
  dataOf(await owner.get<{ batches: Batch[] }>('/bulk')).batches;
const createdBatch = async (answer: Promise<ApiResponse<{ batch: Batch }>>) =>
  dataOf(await answer).batch;
const codeOf = ({ body }: ApiResponse<unknown>) => (body.success ? 'ok' : body.code);

describe('a batch', () => {
  test('schedules all of its posts like single posts', async () => {
    const photos = await uploadPhotos(world, client, 3);
    const film = await uploadFile(world, client, await aVideo());
    const { posts, ...rest } = aBatch(world, [...photos, film]);
    const [first, , , last] = posts;
    const answer = await createBatch(client, {
      ...rest,
      posts: [
        { ...first, collaborators: ['@Ana'] },
        { ...posts[1], mediaType: 'CAROUSEL', files: [2, 1] },
        { ...last, mediaType: 'REELS', shareToFeed: false },
      ],
    });
    expect(answer.status).toBe(201);
    const seen = await postsOf();
    expect(seen).toMatchObject([
      { mediaType: 'IMAGE', status: 'scheduled', caption: 'Post 1 do lote', demo: false },
      { mediaType: 'CAROUSEL', status: 'scheduled', mediaItems: [{}, {}] },
      { mediaType: 'REELS', status: 'scheduled', reelsConfig: { shareToFeed: false } },
    ]);
    const { batch } = dataOf(answer);
    expect(batch).toMatchObject({ posts: 3, undoable: 3, undoneAt: null });
    expect(batch.instagramAccountId).toBe(seen[0]?.instagramAccountId);
    expect(batch).toMatchObject({ createdBy: client.user.email });
    expect([batch.firstTime, batch.lastTime]).toEqual([
      seen[0]?.scheduledTime,
      seen.at(-1)?.scheduledTime,
    ]);
    expect(await batches()).toEqual([batch]);
  });

  test('adapts pictures with the fit mode of the request', async () => {
    const tall = await uploadFile(world, client, await aPhoto(600, 1200));
    const square = await uploadFile(world, client, await aPhoto(600, 600));
    for (const fit of ['crop', 'pad']) {
      const { posts, ...rest } = aBatch(world, [tall, square]);
      dataOf(await createBatch(client, { ...rest, posts, fit }));
    }
    const shapes = (await postsOf()).map(({ fit: [fit], mediaItems: [item] }) => {
      const ratio = (item?.width ?? 0) / (item?.height ?? 1);
      return `${fit ?? 'as it is'} ${ratio}`;
    });
    expect(shapes.toSorted()).toEqual(['as it is 1', 'as it is 1', 'crop 0.8', 'pad 0.8']);
  });

  test('is scheduled without an account only as a demo', async () => {
    const alone = await aUser(world);
    await givePlan(world, alone, 'pro');
    const body = aBatch(world, await uploadPhotos(world, alone, 1));
    expect(codeOf(await createBatch(alone, body))).toBe('INSTAGRAM_NOT_CONNECTED');
    dataOf(await createBatch(alone, { ...body, demo: true }));
    expect(await postsOf(alone)).toMatchObject([{ demo: true, status: 'scheduled' }]);
  });

  test('requires Pro or Premium', async () => {
    const body = aBatch(world, await uploadPhotos(world, client, 1));
    await givePlan(world, client, 'free');
    expect(codeOf(await createBatch(client, body))).toBe('PLAN_REQUIRED');
    expect(await postsOf()).toEqual([]);
  });
});

describe('all or nothing', () => {
  test('reports each post with unfit files and creates none', async () => {
    const [one = '', two = ''] = await uploadPhotos(world, client, 2);
    const { posts, ...rest } = aBatch(world, [one, two]);
    const answer = await createBatch(client, {
      ...rest,
      posts: [posts[0], { ...posts[1], mediaType: 'REELS' }, { ...posts[0], files: [7] }],
    });
    expect(answer).toMatchObject({ status: 400, body: { code: 'MEDIA_KIND' } });
    expect(Object.keys((answer.body as { errors: object }).errors)).toEqual(['posts.1', 'posts.2']);
    expect([await postsOf(), await batches()]).toEqual([[], []]);
  });

  test('names an unfit file by its position', async () => {
    const [one = '', two = ''] = await uploadPhotos(world, client, 2);
    await sql`update media_files set state = 'refused', refusal = 'O arquivo está danificado.'
      where id = (select file_id from uploads where id = ${two})`.execute(world.database.db);
    expect(await createBatch(client, aBatch(world, [one, two]))).toMatchObject({
      status: 422,
      body: {
        code: 'VIDEO_UNFIT',
        message: 'Arquivo 2 de 2: O arquivo está danificado.',
        errors: { 'uploadIds.1': 'O arquivo está danificado.' },
      },
    });
    expect(await postsOf()).toEqual([]);
  });

  test('creates no post when one due time is past', async () => {
    const { posts, ...rest } = aBatch(world, await uploadPhotos(world, client, 2));
    const past = new Date(world.now().getTime() - 1000).toISOString();
    const answer = await createBatch(client, {
      ...rest,
      posts: [posts[0], { ...posts[1], scheduledTime: past }],
    });
    expect(answer).toMatchObject({
      status: 400,
      body: { code: 'SCHEDULED_TIME_PAST', errors: { 'posts.1': expect.any(String) } },
    });
    expect([await postsOf(), await batches()]).toEqual([[], []]);
  });

  test('reports invalid due times before it checks the files', async () => {
    const { posts, ...rest } = aBatch(world, await uploadPhotos(world, client, 2));
    const past = new Date(world.now().getTime() - 1000).toISOString();
    const answer = await createBatch(client, {
      ...rest,
      posts: posts.map((post) => Object.assign(post, { mediaType: 'REELS', scheduledTime: past })),
    });
    expect(answer).toMatchObject({
      status: 400,
      body: {
        code: 'SCHEDULED_TIME_PAST',
        errors: { 'posts.0': expect.any(String), 'posts.1': expect.any(String) },
      },
    });
  });

  test('creates no post when the plan limit is too small for all', async () => {
    await givePlan(world, client, 'pro');
    const [photo = ''] = await uploadPhotos(world, client, 1);
    const { posts, ...rest } = aBatch(world, [photo]);
    const minutes = (count: number) =>
      Array.from({ length: count }, (_, index) => ({
        ...posts[0],
        scheduledTime: new Date(world.now().getTime() + HOUR + index * 60_000).toISOString(),
      }));
    const answer = await createBatch(client, { ...rest, posts: minutes(51) });
    expect(answer).toMatchObject({
      status: 403,
      body: { code: 'LIMIT_EXCEEDED', errors: { 'posts.50': expect.stringContaining('50 posts') } },
    });
    expect(await postsOf()).toEqual([]);
    expect(codeOf(await createBatch(client, { ...rest, posts: minutes(50) }))).toBe('ok');
  });

  test('twenty concurrent batches end exactly at the plan limit', async () => {
    await givePlan(world, client, 'pro');
    const [photo = ''] = await uploadPhotos(world, client, 1);
    // One due time, because the limit is that of its month.
    const scheduledTime = new Date(world.now().getTime() + HOUR).toISOString();
    const sendTen = () => {
      const { posts, ...rest } = aBatch(world, [photo]);
      const ten = Array.from({ length: 10 }, () => ({ ...posts[0], scheduledTime }));
      return createBatch(client, { ...rest, posts: ten });
    };
    const answers = await Promise.all(Array.from({ length: 20 }, sendTen));
    const codes = answers.map(codeOf);
    expect(codes.filter((code) => code === 'ok')).toHaveLength(5);
    expect(codes.filter((code) => code === 'LIMIT_EXCEEDED')).toHaveLength(15);
    expect([(await postsOf()).length, (await batches()).length]).toEqual([50, 5]);
  });

  test('refuses an upload of another workspace', async () => {
    const stranger = await aConnectedUser(world);
    const theirs = await uploadPhotos(world, stranger, 1);
    const mine = await uploadPhotos(world, client, 1);
    const answer = await createBatch(client, aBatch(world, [...mine, ...theirs]));
    expect(answer).toMatchObject({ status: 404, body: { code: 'UPLOAD_NOT_FOUND' } });
    expect(await postsOf()).toEqual([]);
  });
});

describe('a batch that is sent again', () => {
  test('returns the same batch, concurrently or later, also with new uploads of its files', async () => {
    const photo = await aPhoto();
    const body = aBatch(world, [await uploadFile(world, client, photo)]);
    const both = await Promise.all([createBatch(client, body), createBatch(client, body)]);
    const ids = new Set(both.map((answer) => dataOf(answer).batch._id));
    expect(ids.size).toBe(1);
    const again = { ...body, uploadIds: [await uploadFile(world, client, photo)] };
    expect(ids).toContain((await createdBatch(createBatch(client, again)))._id);
    expect(await postsOf()).toHaveLength(1);
  });

  test.each([
    [
      'turned out unfit',
      (
        id: string,
      ) => sql`update media_files set state = 'refused', refusal = 'O vídeo está danificado.'
        where id = (select file_id from uploads where id = ${id})`,
    ],
    ['are forgotten', (id: string) => sql`delete from uploads where id = ${id}`],
  ])('returns the same batch, also when its files %s meanwhile', async (_what, happen) => {
    const [one = '', two = ''] = await uploadPhotos(world, client, 2);
    const body = aBatch(world, [one, two]);
    const { _id } = await createdBatch(createBatch(client, body));
    await happen(two).execute(world.database.db);
    expect((await createdBatch(createBatch(client, body)))._id).toBe(_id);
    expect(await postsOf()).toHaveLength(2);
  });

  test('is refused when its content differs', async () => {
    const body = aBatch(world, await uploadPhotos(world, client, 1));
    dataOf(await createBatch(client, body));
    const [post] = body.posts;
    const other = { ...body, posts: [{ ...post, caption: 'Outra' }] };
    expect(codeOf(await createBatch(client, other))).toBe('IDEMPOTENCY_MISMATCH');
    expect(await postsOf()).toHaveLength(1);
  });

  test('may have the key of a batch of another workspace', async () => {
    const key = newId();
    const other = await aConnectedUser(world);
    await givePlan(world, other, 'pro');
    for (const owner of [client, other]) {
      const body = { ...aBatch(world, await uploadPhotos(world, owner, 1)), key };
      expect(codeOf(await createBatch(owner, body))).toBe('ok');
    }
    expect(await postsOf(other)).toHaveLength(1);
  });
});

describe('undoing a batch', () => {
  test('deletes exactly its posts, and does nothing the second time', async () => {
    const first = await createdBatch(
      createBatch(client, aBatch(world, await uploadPhotos(world, client, 2))),
    );
    dataOf(await createBatch(client, aBatch(world, await uploadPhotos(world, client, 1))));
    const undone = dataOf(await undoBatch(client, first));
    expect(undone).toMatchObject({ deleted: 2, notDeleted: 0, batch: { undoable: 0, posts: 2 } });
    expect(undone.batch.undoneAt).not.toBeNull();
    expect(await postsOf()).toHaveLength(1);
    expect(dataOf(await undoBatch(client, first))).toMatchObject({ deleted: 0, notDeleted: 0 });
  });

  test('leaves published and pending posts and counts them, on any plan', async () => {
    const batch = await createdBatch(
      createBatch(client, aBatch(world, await uploadPhotos(world, client, 3))),
    );
    const [out, going] = await postsOf();
    const { db } = world.database;
    await setPublished(db, out?._id ?? '');
    await sql`update publications set state = 'preparing', is_pending = true
      where post_id = ${going?._id}`.execute(db);
    await givePlan(world, client, 'free');
    expect(dataOf(await undoBatch(client, batch))).toMatchObject({ deleted: 1, notDeleted: 2 });
    expect((await postsOf()).map(({ _id }) => _id)).toEqual([out?._id, going?._id]);
  });

  test('skips the day of an occurrence, which is not created again', async () => {
    const batch = await createdBatch(
      createBatch(client, aBatch(world, await uploadPhotos(world, client, 1))),
    );
    const [post] = await postsOf();
    await sql`update publications set state = 'draft', next_step_at = null
      where post_id = ${post?._id}`.execute(world.database.db);
    dataOf(await client.put('/schedule/pause', { until: null }));
    const [at, weekAfter] = [eveningIn(world, 1), eveningIn(world, 8)];
    const scheduledTime = at.toISOString();
    const repeat = { rule: weeklyOn(at), until: null };
    dataOf(await client.put(`/schedule/draft/${post?._id}/schedule`, { scheduledTime, repeat }));
    expect(dataOf(await undoBatch(client, batch))).toMatchObject({ deleted: 1 });
    dataOf(await client.delete('/schedule/pause'));
    // The series is due for its next check, as its next days have no posts yet.
    await world.advanceTime(2 * HOUR);
    await world.services.planning.createSeriesPosts();
    const hours = (await postsOf()).map((each) => each.scheduledTime);
    expect(hours).not.toContain(scheduledTime);
    expect(hours).toContain(weekAfter.toISOString());
  });

  test('does not mark a batch without a deleted post', async () => {
    const batch = await createdBatch(
      createBatch(client, aBatch(world, await uploadPhotos(world, client, 1))),
    );
    const [out] = await postsOf();
    await setPublished(world.database.db, out?._id ?? '');
    expect(dataOf(await undoBatch(client, batch))).toMatchObject({
      deleted: 0,
      notDeleted: 1,
      batch: { undoneAt: null },
    });
  });

  test('is refused to other workspaces', async () => {
    const batch = await createdBatch(
      createBatch(client, aBatch(world, await uploadPhotos(world, client, 1))),
    );
    const stranger = await aUser(world);
    expect(await undoBatch(stranger, batch)).toMatchObject({
      status: 404,
      body: { code: 'NOT_FOUND' },
    });
    expect(await batches(stranger)).toEqual([]);
    expect(await postsOf()).toHaveLength(1);
  });
});
