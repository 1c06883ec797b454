import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  aConnectedUser,
  aDraft,
  aFormOf,
  aPhoto,
  aPhotoFile,
  aScheduledPost,
  aUser,
  aVideoFile,
  dataOf,
  fetchPost,
  type Client,
  type UploadFile,
} from '../../../testing/factories.ts';
import { aVideo } from '../../../testing/videos.ts';
import { startWorld, type World } from '../../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

const inAnHour = () => new Date(world.now().getTime() + 3_600_000).toISOString();
const toSchedule = (client: Client, postId: string, body: object) =>
  client.put(`/schedule/draft/${postId}/schedule`, body);

describe('a draft', () => {
  test('is stored without an account, a file, a type or a due time', async () => {
    const client = await aUser(world);
    const answer = await client.saveDraft(aFormOf({}));
    expect(answer.status).toBe(201);
    expect(dataOf(answer)).toMatchObject({
      warning: null,
      post: {
        status: 'draft',
        mediaType: 'IMAGE',
        caption: '',
        scheduledTime: null,
        mediaItems: [],
        ready: false,
      },
    });
    const stats = dataOf(await client.get('/schedule/stats'));
    expect(stats).toMatchObject({ total: 1, drafts: 1, scheduled: 0, nextPost: null });
  });

  test('is stored with content that cannot be scheduled: any caption, ratio, length and past due time', async () => {
    const client = await aUser(world);
    const caption = '#a '.repeat(1000);
    const scheduledTime = '2020-01-01T12:00:00.000Z';
    const files = [
      { bytes: await aPhoto(500, 1000), name: 'alta.jpg' },
      { bytes: await aVideo({ seconds: 1 }), name: 'curto.mp4' },
    ];
    const form = aFormOf({ mediaType: 'STORIES', caption, scheduledTime }, files);
    const { post } = dataOf(await client.saveDraft(form));
    expect(post).toMatchObject({ status: 'draft', mediaType: 'STORIES', caption, scheduledTime });
    expect(post.mediaItems).toHaveLength(2);
  });

  test.each([
    ['collaborators', '["ana","bia","caio","duda"]', 'Máximo 3 colaboradores'],
    ['firstComment', 'a'.repeat(2201), 'Primeiro comentário deve ter no máximo 2200 caracteres'],
    ['audioName', 'a'.repeat(201), 'Nome do áudio deve ter no máximo 200 caracteres'],
    [
      'userTags',
      JSON.stringify(Array.from({ length: 21 }, (_, index) => `pessoa${index}`)),
      'Marque no máximo 20 pessoas em cada arquivo',
    ],
  ])(
    'stores more %s than Instagram takes, and is not scheduled so',
    async (field, value, message) => {
      const client = await aConnectedUser(world);
      const draft = await aDraft(client, { [field]: value });
      const scheduledTime = inAnHour();
      const refusal = { status: 400, body: { code: 'VALIDATION', errors: { [field]: message } } };
      expect(await toSchedule(client, draft._id, { scheduledTime })).toMatchObject(refusal);
      const form = aFormOf({ mediaType: 'REELS', scheduledTime, [field]: value }, [
        await aVideoFile(),
      ]);
      expect(await client.schedule(form)).toMatchObject(refusal);
      const post = await aScheduledPost(world, client, { mediaType: 'REELS' });
      const change = aFormOf({ [field]: value });
      expect(await client.put(`/scheduled/${post._id}`, change)).toMatchObject(refusal);
      expect((await client.put(`/scheduled/${draft._id}`, change)).status).toBe(200);
    },
  );

  test.each([
    ['REELS', 1],
    ['CAROUSEL', 2],
  ])('without a type becomes %s by its files', async (mediaType, count) => {
    const client = await aUser(world);
    const files = await Promise.all(Array.from({ length: count }, () => aVideoFile()));
    const { post } = dataOf(await client.saveDraft(aFormOf({}, files)));
    expect(post.mediaType).toBe(mediaType);
  });

  test('accepts at most ten files and no unreadable file', async () => {
    const client = await aUser(world);
    const eleven = await Promise.all(Array.from({ length: 11 }, () => aPhotoFile()));
    expect((await client.saveDraft(aFormOf({}, eleven.slice(0, 10)))).status).toBe(201);
    expect(await client.saveDraft(aFormOf({}, eleven))).toMatchObject({
      status: 400,
      body: { code: 'CAROUSEL_SIZE' },
    });
    const text = { bytes: new Blob(['olá']), name: 'foto.jpg' };
    expect(await client.saveDraft(aFormOf({}, [text]))).toMatchObject({
      status: 422,
      body: { code: 'MEDIA_UNREADABLE' },
    });
  });

  test('with a due time counts towards no limit', async () => {
    const client = await aConnectedUser(world);
    const file = await aPhotoFile();
    for (let made = 0; made < 12; made += 1) {
      const form = aFormOf({ scheduledTime: inAnHour() }, [file]);
      expect((await client.saveDraft(form)).status).toBe(201);
    }
    expect((await aScheduledPost(world, client)).status).toBe('scheduled');
  });
});

describe('a draft with new files', () => {
  test('takes the type that fits them and can be scheduled', async () => {
    const client = await aConnectedUser(world);
    const draft = await aDraft(client, { mediaType: 'REELS' });
    const change = async (files: UploadFile[]) =>
      dataOf(await client.put(`/scheduled/${draft._id}`, aFormOf({}, files))).post.mediaType;
    expect(await change([await aPhotoFile(), await aPhotoFile()])).toBe('CAROUSEL');
    expect(await change([await aPhotoFile()])).toBe('IMAGE');
    const scheduled = await toSchedule(client, draft._id, { scheduledTime: inAnHour() });
    expect(dataOf(scheduled).post).toMatchObject({ status: 'scheduled', mediaType: 'IMAGE' });
  });

  test('keeps its type when they fit it, and a scheduled post keeps its type', async () => {
    const client = await aConnectedUser(world);
    const story = await aDraft(client, { mediaType: 'STORIES' });
    const answer = await client.put(`/scheduled/${story._id}`, aFormOf({}, [await aVideoFile()]));
    expect(dataOf(answer).post.mediaType).toBe('STORIES');
    const post = await aScheduledPost(world, client, { mediaType: 'STORIES' });
    const changed = await client.put(`/scheduled/${post._id}`, aFormOf({}, [await aPhotoFile()]));
    expect(dataOf(changed).post.mediaType).toBe('STORIES');
  });
});

describe('scheduling a draft', () => {
  test('makes it a scheduled post whose next step is before its due time', async () => {
    const client = await aConnectedUser(world);
    const draft = await aDraft(client, { mediaType: 'CAROUSEL', caption: 'Três fotos' });
    const scheduledTime = inAnHour();
    const { post, warning } = dataOf(await toSchedule(client, draft._id, { scheduledTime }));
    expect([post.status, post.scheduledTime, warning]).toEqual(['scheduled', scheduledTime, null]);
    expect(post.mediaItems).toHaveLength(3);
    const row = await sql<{ state: string; due: boolean; target: string | null }>`
      select state, next_step_at <= scheduled_time as due, target_ig_user_id as target
      from publications where post_id = ${post._id}`.execute(world.database.db);
    expect(row.rows[0]).toMatchObject({ state: 'preparing', due: true });
    expect(row.rows[0]?.target).not.toBeNull();
    const again = await toSchedule(client, draft._id, { scheduledTime });
    expect(again).toMatchObject({ status: 409, body: { code: 'POST_NOT_DRAFT' } });
  });

  test('is refused without an account, unless the post is a demonstration', async () => {
    const client = await aUser(world);
    const draft = await aDraft(client);
    const scheduledTime = inAnHour();
    expect(await toSchedule(client, draft._id, { scheduledTime })).toMatchObject({
      status: 403,
      body: { code: 'INSTAGRAM_NOT_CONNECTED' },
    });
    expect((await fetchPost(client, draft._id)).status).toBe('draft');
    const demo = dataOf(await toSchedule(client, draft._id, { scheduledTime, demo: true }));
    expect(demo.post).toMatchObject({ status: 'scheduled', demo: true });
  });

  test('as a demonstration makes a real post when an account is connected', async () => {
    const client = await aConnectedUser(world);
    const draft = await aDraft(client);
    const input = { scheduledTime: inAnHour(), demo: true };
    const { post } = dataOf(await toSchedule(client, draft._id, input));
    const { demo } = await aScheduledPost(world, client, { demo: true });
    expect([post.demo, demo]).toEqual([false, false]);
    const targets = await sql<{ target: string | null }>`
      select target_ig_user_id as target from posts where created_by = ${client.user._id}`.execute(
      world.database.db,
    );
    expect(targets.rows.map(({ target }) => target !== null)).toEqual([true, true]);
  });

  test('accepts a due time with an offset and returns it in UTC', async () => {
    const client = await aConnectedUser(world);
    const draft = await aDraft(client);
    const hour = new Date(Math.ceil(world.now().getTime() / 60_000) * 60_000 + 3_600_000);
    const inBrasilia = new Date(hour.getTime() - 3 * 3_600_000);
    const scheduledTime = inBrasilia.toISOString().replace('Z', '-03:00');
    const { post } = dataOf(await toSchedule(client, draft._id, { scheduledTime }));
    expect(post.scheduledTime).toBe(hour.toISOString());
    const form = aFormOf({ mediaType: 'IMAGE', scheduledTime }, [await aPhotoFile()]);
    expect(dataOf(await client.schedule(form)).post.scheduledTime).toBe(hour.toISOString());
  });

  test.each<[string, Parameters<typeof aDraft>[1], string, RegExp]>([
    ['no files', { files: [] }, 'FILE_REQUIRED', /pelo menos um arquivo/],
    ['31 hashtags', { caption: '#a '.repeat(31) }, 'VALIDATION', /30 hashtags/],
    ['2201 characters', { caption: 'a'.repeat(2201) }, 'VALIDATION', /2200/],
    ['a cover after the end', { mediaType: 'REELS', thumbOffset: '9000' }, 'VALIDATION', /capa/],
  ])('with %s is refused', async (_case, overrides, code, message) => {
    const client = await aConnectedUser(world);
    const draft = await aDraft(client, overrides);
    const scheduledTime = inAnHour();
    expect(await toSchedule(client, draft._id, { scheduledTime })).toMatchObject({
      status: 400,
      body: { code, message: expect.stringMatching(message) },
    });
    expect((await fetchPost(client, draft._id)).status).toBe('draft');
  });

  test.each([
    [{}, 'VALIDATION', 'Data e hora são obrigatórias'],
    [{ scheduledTime: '' }, 'VALIDATION', 'Data e hora são obrigatórias'],
    [
      { scheduledTime: '2020-01-01T00:00:00Z' },
      'SCHEDULED_TIME_PAST',
      'Este horário já passou. Escolha um horário no futuro.',
    ],
  ])('with the body %o is refused', async (body, code, message) => {
    const client = await aConnectedUser(world);
    const draft = await aDraft(client);
    expect(await toSchedule(client, draft._id, body)).toMatchObject({
      status: 400,
      body: { code, message },
    });
    expect((await fetchPost(client, draft._id)).status).toBe('draft');
  });

  test('is refused for files that its type does not accept', async () => {
    const client = await aConnectedUser(world);
    const tall = { bytes: await aPhoto(500, 1000), name: 'alta.jpg' };
    const short = { bytes: await aVideo({ seconds: 1 }), name: 'curto.mp4' };
    const drafts = [
      [await aDraft(client, { files: [tall] }), 'IMAGE_RATIO'],
      [await aDraft(client, { mediaType: 'REELS', files: [short] }), 'VIDEO_UNFIT'],
      [await aDraft(client, { mediaType: 'REELS', files: [tall] }), 'MEDIA_KIND'],
      [await aDraft(client, { mediaType: 'CAROUSEL', files: [tall] }), 'CAROUSEL_SIZE'],
    ] as const;
    for (const [draft, code] of drafts) {
      const answer = await toSchedule(client, draft._id, { scheduledTime: inAnHour() });
      expect(answer).toMatchObject({ body: { code } });
    }
  });

  test('is refused beyond the limit of the plan', async () => {
    const client = await aConnectedUser(world);
    const draft = await aDraft(client);
    const far = new Date(world.now().getTime() + 7.01 * 86_400_000).toISOString();
    expect(await toSchedule(client, draft._id, { scheduledTime: far })).toMatchObject({
      status: 403,
      body: { code: 'LIMIT_EXCEEDED' },
    });
  });
});
