// One file, because every case edits posts of one user and reads the same columns of the engine.
import type { Post, PostStatus } from '@pontual/contract/posts/posts.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { PublicationState } from '../../platform/database/rows.ts';
import { newId } from '../../platform/ids.ts';
import {
  aConnectedUser,
  aDraft,
  aFormOf,
  aPhoto,
  aPhotoFile,
  aScheduledPost,
  aUser,
  aVideoFile,
  connect,
  dataOf,
  fetchPost,
  type Client,
  type UploadFile,
} from '../../../testing/factories.ts';
import { startWorld, type World } from '../../../testing/world.ts';

let world: World;
let client: Client;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());
beforeEach(async () => {
  client = await aConnectedUser(world);
});

const HOUR = 3_600_000;
const inHours = (hours: number) => new Date(world.now().getTime() + hours * HOUR).toISOString();
type Fields = Parameters<typeof aFormOf>[0];
const update = (postId: string, fields: Fields, files: UploadFile[] = []) =>
  client.put(`/scheduled/${postId}`, aFormOf(fields, files));
const publishNow = (postId: string) =>
  client.post<{ post: Post }>('/schedule/force-publish', { postId });

interface Row {
  revision: number;
  fence: number;
  state: PublicationState;
  target_ig_user_id: string | null;
}
async function rowOf({ _id }: Post): Promise<Row> {
  const found = await sql<Row>`select revision, fence, state, target_ig_user_id from publications
    where post_id = ${_id}`.execute(world.database.db);
  const [row] = found.rows;
  if (row === undefined) throw new Error('the post is gone');
  return row;
}

async function historyOf({ _id }: Post): Promise<string[]> {
  const { history } = dataOf(
    await client.get<{ history: { text: string }[] }>(`/scheduled/${_id}`),
  );
  return history.map(({ text }) => text);
}

async function aPostThatIs(status: PostStatus, state: PublicationState): Promise<Post> {
  const post = await aScheduledPost(world, client);
  const { db } = world.database;
  if (status !== 'scheduled')
    await sql`update posts set scheduled_time = now() - interval '2 hours'
      where id = ${post._id}`.execute(db);
  const isActive = status === 'scheduled' || status === 'pending';
  await sql`update publications set state = ${state}, is_pending = ${status === 'pending'},
    next_step_at = case when ${isActive} then now() end, ig_user_id = target_ig_user_id,
    published_at = now(), error_message = 'Não deu', error_action = 'try_again', error_code = 'x'
    where post_id = ${post._id}`.execute(db);
  return post;
}

const expire = ({ _id }: Post) =>
  sql`update publications set state = 'expired', next_step_at = null
    where post_id = ${_id}`.execute(world.database.db);

describe('a draft', () => {
  test('accepts any change, and its due time can be cleared', async () => {
    const draft = await aDraft(client, { mediaType: 'REELS', caption: 'Um', locationId: '12' });
    const caption = 'a'.repeat(3000);
    const changed = dataOf(
      await update(draft._id, {
        caption,
        scheduledTime: '2020-01-01T12:00:00.000Z',
        locationId: '',
        thumbOffset: '99999',
        altText: '["um vídeo"]',
      }),
    ).post;
    expect(changed).toMatchObject({
      status: 'draft',
      caption,
      scheduledTime: '2020-01-01T12:00:00.000Z',
      locationId: null,
      reelsConfig: { thumbOffset: 99_999 },
      mediaItems: [{ altText: 'um vídeo' }],
    });
    const cleared = dataOf(await update(draft._id, { scheduledTime: '', thumbOffset: '' })).post;
    expect(cleared).toMatchObject({
      scheduledTime: null,
      caption,
      reelsConfig: { thumbOffset: null },
    });
    expect(await historyOf(draft)).toEqual([]);
    expect((await rowOf(draft)).state).toBe('draft');
  });

  test('of a reel loses its collaborators when it becomes a picture', async () => {
    const said = { audioName: 'Torno', collaborators: '["lia"]', caption: 'Caneca' };
    const draft = await aDraft(client, { mediaType: 'REELS', ...said });
    expect(draft.collaborators).toEqual(['lia']);
    const { post } = dataOf(await update(draft._id, {}, [await aPhotoFile()]));
    expect(post).toMatchObject({ mediaType: 'IMAGE', caption: 'Caneca', collaborators: [] });
  });

  test('has all its files replaced by new ones', async () => {
    const draft = await aDraft(client, { mediaType: 'CAROUSEL', altText: '["a","b","c"]' });
    const files = [await aVideoFile(), { bytes: await aPhoto(500, 1000), name: 'alta.jpg' }];
    const { post } = dataOf(await update(draft._id, { altText: '["","alta"]' }, files));
    expect(post.mediaItems).toMatchObject([
      { type: 'video', altText: null },
      { type: 'image', width: 500, altText: 'alta' },
    ]);
  });
});

test('a change and the scheduling of a draft return a message for the user', async () => {
  const draft = dataOf(
    await client.saveDraft(aFormOf({ caption: 'Caneca' }, [await aPhotoFile()])),
  );
  const { _id } = draft.post;
  const changed = await client.put(`/scheduled/${_id}`, aFormOf({ caption: 'Vaso' }));
  expect(changed.body).toMatchObject({
    success: true,
    data: { post: { _id, caption: 'Vaso' } },
    message: 'As mudanças foram salvas.',
  });
  const scheduledTime = new Date(world.now().getTime() + 3_600_000).toISOString();
  const dated = await client.put(`/schedule/draft/${_id}/schedule`, { scheduledTime });
  expect(dated.body).toMatchObject({ success: true, message: 'O rascunho foi agendado.' });
});

describe('a scheduled post', () => {
  test('with a new caption is prepared again for the same due time', async () => {
    const before = await aScheduledPost(world, client, { mediaType: 'REELS', audioName: 'Som' });
    const row = await rowOf(before);
    const { post } = dataOf(await update(before._id, { caption: 'Outra' }));
    expect(post).toMatchObject({
      status: 'scheduled',
      caption: 'Outra',
      scheduledTime: before.scheduledTime,
      reelsConfig: { audioName: 'Som' },
    });
    const after = await rowOf(before);
    expect(after).toMatchObject({ revision: row.revision + 1, state: 'preparing' });
    expect(after.fence).toBeGreaterThan(row.fence);
    expect(await historyOf(before)).toEqual(['Agendado', 'Editado']);
  });

  test('with a new due time keeps its prepared container', async () => {
    const before = await aScheduledPost(world, client);
    const row = await rowOf(before);
    const scheduledTime = inHours(5);
    const { post } = dataOf(await update(before._id, { scheduledTime, caption: before.caption }));
    expect(post).toMatchObject({ status: 'scheduled', scheduledTime });
    expect(await rowOf(before)).toMatchObject({ revision: row.revision });
    expect(await historyOf(before)).toEqual(['Agendado', 'Horário alterado']);
  });

  test('records one edit for a new caption and due time, and none for equal input', async () => {
    const before = await aScheduledPost(world, client, {
      userTags: '[{"username":"a","x":0.5,"y":1}]',
    });
    const both = { scheduledTime: inHours(5), caption: 'Outra' };
    expect(dataOf(await update(before._id, both)).post).toMatchObject(both);
    const row = await rowOf(before);
    const same = { ...both, userTags: '[{"y":1,"x":0.5,"username":"@A"}]', shareToFeed: 'true' };
    expect((await update(before._id, same)).status).toBe(200);
    expect(await rowOf(before)).toEqual(row);
    expect(await historyOf(before)).toEqual(['Agendado', 'Editado']);
  });

  test.each<[string, Fields]>([
    ['alternative text', { altText: '["", "outro"]' }],
    ['tags', { userTags: '["maria"]' }],
    ['place', { locationId: '123' }],
    ['collaborators', { collaborators: '["maria"]' }],
    ['sharing', { shareToFeed: 'false' }],
    ['cover', { thumbOffset: '100' }],
    ['sound', { audioName: 'Outro' }],
  ])('records an edit for new %s', async (_what, fields) => {
    const post = await aScheduledPost(world, client, { mediaType: 'CAROUSEL' });
    expect((await update(post._id, fields)).status).toBe(200);
    expect(await historyOf(post)).toEqual(['Agendado', 'Editado']);
  });

  test('has all its files replaced by files that its type accepts', async () => {
    const post = await aScheduledPost(world, client, { altText: '["antiga"]' });
    const wrong = await update(post._id, {}, [await aVideoFile()]);
    expect(wrong).toMatchObject({ status: 400, body: { code: 'MEDIA_KIND' } });
    const two = await update(post._id, {}, [await aPhotoFile(), await aPhotoFile()]);
    expect(two).toMatchObject({ status: 400, body: { code: 'TOO_MANY_FILES' } });
    const wide = { bytes: await aPhoto(3000, 1000), name: 'larga.jpg' };
    expect(await update(post._id, {}, [wide])).toMatchObject({ body: { code: 'IMAGE_RATIO' } });
    expect((await fetchPost(client, post._id)).mediaItems[0]?.altText).toBe('antiga');
    const good = { bytes: await aPhoto(1000, 1001), name: 'nova.jpg' };
    const changed = dataOf(await update(post._id, {}, [good])).post;
    expect(changed.mediaItems).toMatchObject([{ width: 1000, height: 1001, altText: null }]);
    expect(await historyOf(post)).toEqual(['Agendado', 'Editado']);
  });

  test.each<[string, Fields, number, string]>([
    ['a past hour', { scheduledTime: '2020-01-01T00:00:00Z' }, 400, 'SCHEDULED_TIME_PAST'],
    ['no hour', { scheduledTime: '' }, 400, 'VALIDATION'],
    ['a caption too long', { caption: 'a'.repeat(2201) }, 400, 'VALIDATION'],
    ['a cover after the end', { thumbOffset: '6000' }, 400, 'VALIDATION'],
  ])('refuses %s', async (_what, fields, status, code) => {
    const post = await aScheduledPost(world, client, { mediaType: 'REELS' });
    const row = await rowOf(post);
    expect(await update(post._id, fields)).toMatchObject({ status, body: { code } });
    expect(await rowOf(post)).toEqual(row);
  });

  test('with a caption that a newer limit refuses may get another first comment', async () => {
    const post = await aScheduledPost(world, client);
    await sql`update posts set caption = ${'#vaso '.repeat(40)} where id = ${post._id}`.execute(
      world.database.db,
    );
    expect((await update(post._id, { firstComment: 'Gostou?' })).status).toBe(200);
    const tooLong = await update(post._id, { firstComment: 'a'.repeat(2201) });
    expect(tooLong).toMatchObject({ body: { errors: { firstComment: expect.any(String) } } });
    expect(await update(post._id, { caption: '#prato '.repeat(40) })).toMatchObject({
      body: { errors: { caption: expect.any(String) } },
    });
  });

  test('refuses a due time beyond the limit of the plan', async () => {
    const post = await aScheduledPost(world, client);
    const far = await update(post._id, { scheduledTime: inHours(7.01 * 24) });
    expect(far).toMatchObject({ status: 403, body: { code: 'LIMIT_EXCEEDED' } });
  });

  test('may be edited after its due time until a worker holds its lease', async () => {
    const post = await aScheduledPost(world, client);
    const { db } = world.database;
    await sql`update posts set scheduled_time = app_now() - interval '1 second'
      where id = ${post._id}`.execute(db);
    await sql`update publications set lease_until = app_now() + interval '1 minute'
      where post_id = ${post._id}`.execute(db);
    expect(await update(post._id, { caption: 'Tarde' })).toMatchObject({
      status: 409,
      body: { code: 'POST_IN_PROGRESS' },
    });
    await sql`update publications set lease_until = null where post_id = ${post._id}`.execute(db);
    expect((await update(post._id, { caption: 'A tempo' })).status).toBe(200);
  });
});

describe('a post that was not published', () => {
  test.each(['failed', 'error', 'expired'] as const)(
    'with status %s stores changes and is scheduled again by a new due time',
    async (status) => {
      const post = await aPostThatIs(status, status);
      const row = await rowOf(post);
      const old = (await fetchPost(client, post._id)).scheduledTime ?? '';
      const answer = await update(post._id, { caption: 'Corrigido', scheduledTime: old });
      expect(dataOf(answer).post).toMatchObject({ status, caption: 'Corrigido' });
      // The next attempt must not publish a container with the old content.
      expect(await rowOf(post)).toMatchObject({ revision: row.revision + 1, state: status });
      const scheduledTime = inHours(2);
      const again = dataOf(await update(post._id, { scheduledTime })).post;
      expect(again).toMatchObject({
        status: 'scheduled',
        scheduledTime,
        caption: 'Corrigido',
        errorMessage: null,
        errorAction: null,
        publishedAt: null,
      });
      expect((await rowOf(post)).state).toBe('preparing');
      expect(await historyOf(post)).toEqual(['Agendado', 'Editado', 'Agendado']);
    },
  );

  test('needs a connected account for its new due time, unless it is a demonstration', async () => {
    client = await aUser(world);
    const post = await aScheduledPost(world, client, { demo: true });
    await expire(post);
    expect((await update(post._id, { scheduledTime: inHours(2) })).status).toBe(200);
    await expire(post);
    await sql`update posts set demo = false where id = ${post._id}`.execute(world.database.db);
    expect(await update(post._id, { scheduledTime: inHours(3) })).toMatchObject({
      status: 403,
      body: { code: 'INSTAGRAM_NOT_CONNECTED' },
    });
  });
});

test.each([
  ['published', 'published', 'POST_NOT_EDITABLE', 'POST_NOT_PUBLISHABLE'],
  ['pending', 'publishing', 'POST_IN_PROGRESS', 'POST_IN_PROGRESS'],
  ['pending', 'reconciling', 'POST_IN_PROGRESS', 'POST_IN_PROGRESS'],
  ['scheduled', 'publishing', 'POST_IN_PROGRESS', 'POST_IN_PROGRESS'],
] as const)(
  'a post with status %s (%s) cannot be changed or published now',
  async (status, state, edit, publish) => {
    const post = await aPostThatIs(status, state);
    const row = await rowOf(post);
    expect(await update(post._id, { caption: 'x' }, [await aPhotoFile()])).toMatchObject({
      status: 409,
      body: { code: edit },
    });
    expect(await publishNow(post._id)).toMatchObject({ status: 409, body: { code: publish } });
    expect(await rowOf(post)).toEqual(row);
  },
);

describe('publishing now', () => {
  test('makes a scheduled post due at once', async () => {
    const post = await aScheduledPost(world, client, { dueInMs: 5 * HOUR });
    const answer = await publishNow(post._id);
    expect(answer.status).toBe(202);
    const due = new Date(dataOf(answer).post.scheduledTime ?? 0).getTime();
    expect(Math.abs(due - world.now().getTime())).toBeLessThan(10_000);
    expect(await historyOf(post)).toEqual(['Agendado', 'Publicação imediata pedida']);
  });

  test.each(['failed', 'error', 'expired'] as const)('tries a %s post again', async (status) => {
    const post = await aPostThatIs(status, status);
    expect(dataOf(await publishNow(post._id)).post).toMatchObject({
      status: 'pending',
      errorMessage: null,
    });
    expect((await rowOf(post)).state).toBe('preparing');
  });

  test('is refused for a draft and without a connected account', async () => {
    const draft = await aDraft(client, {});
    expect(await publishNow(draft._id)).toMatchObject({
      status: 409,
      body: { code: 'POST_NOT_PUBLISHABLE' },
    });
    client = await aUser(world);
    const demo = await aScheduledPost(world, client, { demo: true });
    expect(await publishNow(demo._id)).toMatchObject({
      status: 403,
      body: { code: 'INSTAGRAM_NOT_CONNECTED' },
    });
    expect(await fetchPost(client, demo._id)).toMatchObject({ demo: true, status: 'scheduled' });
  });

  test('makes a demonstration a real post', async () => {
    client = await aUser(world);
    const demo = await aScheduledPost(world, client, { demo: true });
    await connect(world, client);
    expect(dataOf(await publishNow(demo._id)).post.demo).toBe(false);
  });

  test('returns 404 for a missing post', async () => {
    expect(await publishNow(newId())).toMatchObject({ status: 404 });
    expect(await publishNow('x')).toMatchObject({ status: 400 });
  });
});

test('a demonstration that was not published becomes a real post with a new due time', async () => {
  client = await aUser(world);
  const post = await aScheduledPost(world, client, { demo: true });
  await connect(world, client);
  await expire(post);
  const again = dataOf(await update(post._id, { scheduledTime: inHours(2) })).post;
  expect([again.status, again.demo]).toEqual(['scheduled', false]);
  expect((await rowOf(post)).target_ig_user_id).not.toBeNull();
});

test('the second of two simultaneous deletions returns 404', async () => {
  const post = await aScheduledPost(world, client);
  const answers = await Promise.all([1, 2].map(() => client.delete(`/scheduled/${post._id}`)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 404]));
});

describe('the clock of the database', () => {
  const moveDatabase = (ms: number) =>
    sql`update clock_offset set ms = ms + ${ms}`.execute(world.database.db);

  test('decides whether a due time is past and how far ahead a plan allows', async () => {
    const [draft, post] = [await aDraft(client), await aScheduledPost(world, client)];
    const toSchedule = (scheduledTime: string) =>
      client.put(`/schedule/draft/${draft._id}/schedule`, { scheduledTime });
    const file = await aPhotoFile();
    await moveDatabase(2 * HOUR);
    const late = [
      await toSchedule(inHours(1)),
      await update(post._id, { scheduledTime: inHours(1) }),
      await client.schedule(aFormOf({ mediaType: 'IMAGE', scheduledTime: inHours(1) }, [file])),
    ];
    const far = await toSchedule(inHours(7 * 24 + 1));
    await moveDatabase(-2 * HOUR);
    for (const answer of late) expect(answer.body).toMatchObject({ code: 'SCHEDULED_TIME_PAST' });
    expect(far.status).toBe(200);
  });
});

test('posts of an earlier account can be confirmed for the connected account', async () => {
  const [one, two] = [await aScheduledPost(world, client), await aScheduledPost(world, client)];
  const { target_ig_user_id: connected } = await rowOf(one);
  await sql`insert into instagram_accounts (ig_user_id, username) values ('1', 'antiga')
    on conflict do nothing`.execute(world.database.db);
  await sql`update posts set target_ig_user_id = '1' where id in (${one._id}, ${two._id})`.execute(
    world.database.db,
  );
  const confirm = async (body: object) =>
    dataOf(await client.post<{ confirmed: number }>('/schedule/confirm-account', body)).confirmed;
  expect(await confirm({ postIds: [one._id] })).toBe(1);
  expect((await rowOf(one)).target_ig_user_id).toBe(connected);
  expect(await confirm({})).toBe(1);
  expect(await confirm({})).toBe(0);
  expect(await historyOf(two)).toEqual(['Agendado', 'Confirmado para a conta conectada']);
});
