// One file, because the tests share one user, whose posts each of them reads.
import { readdir } from 'node:fs/promises';
import { Agent, request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { monthOf } from '@pontual/contract/shared/brasilia-time.ts';
import type { Post } from '@pontual/contract/posts/posts.ts';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  aConnectedUser,
  aDraft,
  aForm,
  aPhoto,
  aScheduledPost,
  aUser,
  dataOf,
  request,
  fetchPost,
  type Client,
} from '../../../testing/factories.ts';
import { newId } from '../../platform/ids.ts';
import { startWorld, type World } from '../../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

const inAnHour = () => new Date(world.now().getTime() + 3_600_000).toISOString();
const photo = async (name = 'foto.jpg') => ({ bytes: await aPhoto(), name });
const total = async (client: Client) =>
  dataOf(await client.get<{ pagination: { total: number } }>('/scheduled')).pagination.total;

describe('scheduling an image', () => {
  test('stores the post with its picture, visible to its owner', async () => {
    const client = await aConnectedUser(world);
    const scheduledTime = inAnHour();
    const form = await aForm({ caption: 'Fornada nova', scheduledTime }, [await photo()]);
    const answer = await client.schedule(form);
    expect(answer.status).toBe(201);
    const { post } = dataOf(answer);
    expect(post).toMatchObject({
      mediaType: 'IMAGE',
      status: 'scheduled',
      caption: 'Fornada nova',
      scheduledTime,
      demo: false,
      ready: false,
      errorMessage: null,
    });
    const picture = await fetch(`${world.url}${post.imageUrl}`);
    expect(picture.headers.get('content-type')).toBe('image/jpeg');
    expect(await sharp(Buffer.from(await picture.arrayBuffer())).metadata()).toMatchObject({
      format: 'jpeg',
      width: 1080,
      height: 1080,
    });
  });

  test.each([
    ['no time', { scheduledTime: '' }, 'VALIDATION', 'Selecione data e hora'],
    ['a time that is none', { scheduledTime: 'amanhã' }, 'VALIDATION', 'Selecione data e hora'],
    [
      'a time in the past',
      { scheduledTime: '2020-01-01T12:00:00.000Z' },
      'SCHEDULED_TIME_PAST',
      'Este horário já passou. Escolha um horário no futuro.',
    ],
    ['no type', { mediaType: '' }, 'VALIDATION', 'Selecione o tipo de conteúdo'],
    [
      'a character that cannot be kept',
      { caption: 'a\u0000b' },
      'VALIDATION',
      'Legenda tem um caractere inválido',
    ],
    [
      'a caption of 2201 characters',
      { caption: 'ã'.repeat(2201) },
      'VALIDATION',
      'Legenda deve ter no máximo 2200 caracteres',
    ],
  ])('with %s is refused and stores nothing', async (_case, fields, code, message) => {
    const client = await aConnectedUser(world);
    const form = await aForm({ scheduledTime: inAnHour(), ...fields }, [await photo()]);
    expect(await client.schedule(form)).toMatchObject({ body: { success: false, code, message } });
    expect(await total(client)).toBe(0);
  });

  test('with a caption of exactly 2200 characters is accepted', async () => {
    const client = await aConnectedUser(world);
    const form = await aForm({ scheduledTime: inAnHour(), caption: '🌵'.repeat(2200) }, [
      await photo(),
    ]);
    expect((await client.schedule(form)).status).toBe(201);
  });

  test('is refused without an account, unless the post is a demonstration', async () => {
    const client = await aUser(world);
    const form = (demo: string) => aForm({ scheduledTime: inAnHour(), demo });
    const refused = await client.schedule(await form('false'));
    expect(refused).toMatchObject({ status: 403, body: { code: 'INSTAGRAM_NOT_CONNECTED' } });
    const demo = await aForm({ scheduledTime: inAnHour(), demo: 'true' }, [await photo()]);
    expect(dataOf(await client.schedule(demo)).post).toMatchObject({
      status: 'scheduled',
      demo: true,
    });
  });
});

describe('a file', () => {
  const refusals: [string, () => Promise<{ bytes: Blob; name: string }[]>, number, string][] = [
    ['that is missing', async () => [], 400, 'FILE_REQUIRED'],
    [
      'that is text with the name of a picture',
      async () => [{ bytes: new Blob(['olá']), name: 'foto.jpg' }],
      422,
      'MEDIA_UNREADABLE',
    ],
    [
      'that is empty',
      async () => [{ bytes: new Blob([]), name: 'foto.jpg' }],
      422,
      'MEDIA_UNREADABLE',
    ],
    [
      'that is cut in the middle',
      async () => [{ bytes: (await aPhoto()).slice(0, 900), name: 'foto.jpg' }],
      422,
      'MEDIA_UNREADABLE',
    ],
    [
      'over 8 MB',
      async () => [
        { bytes: new Blob([await aPhoto(), new Uint8Array(8 * 1024 * 1024)]), name: 'grande.jpg' },
      ],
      413,
      'FILE_TOO_LARGE',
    ],
    [
      'too tall for Instagram',
      async () => [{ bytes: await aPhoto(1000, 1300), name: 'alta.jpg' }],
      422,
      'IMAGE_RATIO',
    ],
    [
      'too wide for Instagram',
      async () => [{ bytes: await aPhoto(2000, 1000), name: 'larga.jpg' }],
      422,
      'IMAGE_RATIO',
    ],
    ['too many', async () => [await photo(), await photo()], 400, 'TOO_MANY_FILES'],
  ];
  test.each(refusals)(
    '%s is refused and leaves no partial upload',
    async (_case, files, status, code) => {
      const client = await aConnectedUser(world);
      const form = await aForm({ scheduledTime: inAnHour() }, await files());
      expect(await client.schedule(form)).toMatchObject({ status, body: { success: false, code } });
      expect(await total(client)).toBe(0);
      expect(await incoming()).toEqual([]);
    },
  );

  test('loses its metadata and is rotated upright', async () => {
    const client = await aConnectedUser(world);
    const bytes = await sharp({
      create: { width: 1000, height: 800, channels: 3, background: '#c33' },
    })
      .withExif({
        IFD3: { GPSLatitude: '23/1 33/1 0/1' },
        IFD0: { Copyright: 'Marina', Orientation: '6' },
      })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const file = { bytes: new Blob([new Uint8Array(bytes)]), name: 'celular.jpg' };
    const { post } = dataOf(
      await client.schedule(await aForm({ scheduledTime: inAnHour() }, [file])),
    );
    const stored = await fetch(`${world.url}${post.imageUrl}`);
    const metadata = await sharp(Buffer.from(await stored.arrayBuffer())).metadata();
    expect(metadata).toMatchObject({ width: 800, height: 1000, space: 'srgb' });
    expect(metadata.exif).toBeUndefined();
  });

  test('in PNG format with the width of a camera becomes a JPEG of 1440 pixels', async () => {
    const client = await aConnectedUser(world);
    const bytes = await sharp({
      create: { width: 3000, height: 3000, channels: 4, background: '#3c3' },
    })
      .png()
      .toBuffer();
    const file = { bytes: new Blob([new Uint8Array(bytes)]), name: 'logo.png' };
    const { post } = dataOf(
      await client.schedule(await aForm({ scheduledTime: inAnHour() }, [file])),
    );
    expect(post.mediaItems[0]).toMatchObject({ width: 1440, height: 1440 });
  });

  test('whose connection fails leaves no partial upload', async () => {
    const client = await aConnectedUser(world);
    const head = `--limite\r\ncontent-disposition: form-data; name="mediaType"\r\n\r\nIMAGE\r\n--limite\r\ncontent-disposition: form-data; name="scheduledTime"\r\n\r\n${inAnHour()}\r\n--limite\r\ncontent-disposition: form-data; name="media"; filename="foto.jpg"\r\n\r\n`;
    const upload = httpRequest(`${world.url}/api/schedule`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${client.token}`,
        'content-type': 'multipart/form-data; boundary=limite',
        'content-length': 2_000_000,
      },
    });
    upload.on('error', () => undefined);
    upload.write(head);
    upload.write(Buffer.from([0xff, 0xd8, 0xff, 0xe0]));
    upload.write(Buffer.alloc(500_000));
    await expect.poll(incoming).not.toEqual([]);
    upload.destroy();
    await expect.poll(incoming).toEqual([]);
    expect(await total(client)).toBe(0);
  });
});

test('a refused upload does not delay the next one on the same connection', async () => {
  const client = await aUser(world);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const field = (name: string, value: string) =>
    `--limite\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const file = `--limite\r\ncontent-disposition: form-data; name="media"; filename="foto.jpg"\r\n\r\n`;
  const body = Buffer.concat([
    Buffer.from(field('mediaType', 'IMAGE') + field('scheduledTime', inAnHour()) + file),
    Buffer.alloc(4_000_000),
    Buffer.from('\r\n--limite--\r\n'),
  ]);
  const send = () =>
    new Promise<number | undefined>((resolve, reject) => {
      const upload = httpRequest(`${world.url}/api/schedule`, {
        method: 'POST',
        agent,
        headers: {
          authorization: `Bearer ${client.token}`,
          'content-type': 'multipart/form-data; boundary=limite',
          'content-length': body.length,
        },
      });
      upload.on('error', reject);
      upload.on('response', (response) => {
        response.resume();
        resolve(response.statusCode);
      });
      upload.end(body);
    });
  expect([await send(), await send(), await send()]).toEqual([403, 403, 403]);
  agent.destroy();
});

describe('the same idempotency key', () => {
  test('returns the same post for repeated and simultaneous requests', async () => {
    const client = await aConnectedUser(world);
    const [file, scheduledTime] = [await photo(), inAnHour()];
    const send = async () =>
      client.schedule(await aForm({ scheduledTime }, [file]), { 'idempotency-key': 'tentativa-1' });
    const answers = await Promise.all([send(), send(), send()]);
    const again = await send();
    const ids = [...answers, again].map((answer) => dataOf(answer).post._id);
    expect(new Set(ids).size).toBe(1);
    expect(await total(client)).toBe(1);
  });

  test('does not fail by a limit that its own post has reached', async () => {
    const client = await aConnectedUser(world);
    const [file, scheduledTime] = [await photo(), inAnHour()];
    for (let used = 0; used < 9; used += 1)
      await aScheduledPost(world, client, { dueInMs: 3_600_000 });
    const headers = { 'idempotency-key': 'a-ultima-do-mes' };
    const answers = await Promise.all(
      Array.from({ length: 4 }, async () =>
        client.schedule(await aForm({ scheduledTime }, [file]), headers),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    expect(await total(client)).toBe(10);
  });

  test('with different content is refused', async () => {
    const client = await aConnectedUser(world);
    const headers = { 'idempotency-key': 'tentativa-2' };
    const scheduledTime = inAnHour();
    await client.schedule(await aForm({ scheduledTime }, [await photo()]), headers);
    const other = await client.schedule(await aForm({ scheduledTime }, [await photo()]), headers);
    expect(other).toMatchObject({ status: 422, body: { code: 'IDEMPOTENCY_MISMATCH' } });
  });

  test('works after the due time, and is independent for another user', async () => {
    const [client, other] = [await aConnectedUser(world), await aConnectedUser(world)];
    const headers = { 'idempotency-key': 'tentativa-3' };
    const [file, scheduledTime] = [await photo(), inAnHour()];
    const first = dataOf(await client.schedule(await aForm({ scheduledTime }, [file]), headers));
    const theirs = dataOf(await other.schedule(await aForm({ scheduledTime }, [file]), headers));
    expect(theirs.post._id).not.toBe(first.post._id);
    await world.advanceTime(2 * 3_600_000);
    const late = dataOf(await client.schedule(await aForm({ scheduledTime }, [file]), headers));
    expect(late.post._id).toBe(first.post._id);
  });
});

describe('the free plan', () => {
  test('accepts ten posts a month, even for thirty simultaneous requests', async () => {
    const client = await aConnectedUser(world);
    const scheduledTime = inAnHour();
    const answers = await Promise.all(
      Array.from({ length: 30 }, async () =>
        client.schedule(await aForm({ scheduledTime }, [await photo()])),
      ),
    );
    const refused = answers.filter(({ status }) => status === 403);
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(10);
    expect(refused).toHaveLength(20);
    expect(refused[0]?.body).toMatchObject({ code: 'LIMIT_EXCEEDED' });
    expect(await total(client)).toBe(10);
  });

  test('schedules seven days ahead and no further', async () => {
    const client = await aConnectedUser(world);
    const inDays = (days: number) =>
      new Date(world.now().getTime() + days * 86_400_000).toISOString();
    const near = await client.schedule(
      await aForm({ scheduledTime: inDays(6.99) }, [await photo()]),
    );
    const far = await client.schedule(
      await aForm({ scheduledTime: inDays(7.01) }, [await photo()]),
    );
    expect(near.status).toBe(201);
    expect(far).toMatchObject({ status: 403, body: { code: 'LIMIT_EXCEEDED' } });
  });
});

describe('deleting', () => {
  const remove = (client: Client, postId: string) =>
    request(world, 'DELETE', `/scheduled/${postId}`, { token: client.token });

  test('a scheduled post removes it from the list and prevents its publication', async () => {
    const client = await aConnectedUser(world);
    const post = await aScheduledPost(world, client, { dueInMs: 60_000 });
    await world.services.publishing.advancePost(post._id);
    expect((await remove(client, post._id)).status).toBe(200);
    expect(await total(client)).toBe(0);
    await world.advanceTime(120_000);
    await world.services.publishing.advancePost(post._id);
    expect(await world.services.publishing.dispatcher.run()).toBe(0);
    expect(await world.sandbox.published(post.caption)).toEqual([]);
  });

  test.each([
    ['published', 'POST_NOT_DELETABLE'],
    ['failed', 'POST_NOT_DELETABLE'],
    ['reconciling', 'POST_IN_PROGRESS'],
  ])('a %s post is refused', async (state, code) => {
    const client = await aConnectedUser(world);
    const post = await aScheduledPost(world, client);
    const isPending = state === 'reconciling';
    await sql`update publications set state = ${state}, is_pending = ${isPending},
      next_step_at = case when ${isPending} then now() end, ig_user_id = target_ig_user_id,
      published_at = now() where post_id = ${post._id}`.execute(world.database.db);
    expect(await remove(client, post._id)).toMatchObject({ status: 409, body: { code } });
    expect(await total(client)).toBe(1);
  });

  test('a missing post or a post of another user returns 404', async () => {
    const [owner, other] = [await aConnectedUser(world), await aConnectedUser(world)];
    const post = await aScheduledPost(world, owner);
    expect(await remove(other, post._id)).toMatchObject({
      status: 404,
      body: { code: 'NOT_FOUND' },
    });
    expect(await remove(owner, newId())).toMatchObject({ status: 404 });
    expect(await remove(owner, 'x')).toMatchObject({ status: 400 });
    expect(await total(owner)).toBe(1);
  });
});

describe('the list', () => {
  test('is sorted by due time, paginated and filtered', async () => {
    const client = await aConnectedUser(world);
    const later = await aScheduledPost(world, client, { dueInMs: 7_200_000 });
    const sooner = await aScheduledPost(world, client, { dueInMs: 3_600_000 });
    const list = async (query: string) =>
      dataOf(await client.get<{ posts: Post[]; pagination: object }>(`/scheduled${query}`));
    const ids = async (query: string) => (await list(query)).posts.map((post) => post._id);

    expect(await ids('')).toEqual([sooner._id, later._id]);
    expect((await list('?limit=1&page=2')).pagination).toEqual({
      page: 2,
      limit: 1,
      total: 2,
      pages: 2,
    });
    expect(await ids('?limit=1&page=2')).toEqual([later._id]);
    expect(await ids('?order=desc')).toEqual([later._id, sooner._id]);
    expect(await ids('?order=desc&limit=1&page=2')).toEqual([sooner._id]);
    expect(await ids(`?from=${later.scheduledTime}`)).toEqual([later._id]);
    expect(await ids(`?to=${later.scheduledTime}`)).toEqual([sooner._id]);
    expect(await ids('?status=published')).toEqual([]);
    expect(await ids('?status=ALL&mediaType=REELS')).toEqual([]);
    expect(await client.get('/scheduled?limit=1001')).toMatchObject({ status: 400 });
  });

  test('lists pending posts as scheduled, and failed, error and expired posts as failed', async () => {
    const client = await aConnectedUser(world);
    const states = ['preparing', 'error', 'expired', 'failed'];
    const posts = [];
    for (const state of states) {
      const post = await aScheduledPost(world, client);
      const isPending = state === 'preparing';
      await sql`update publications set state = ${state}, is_pending = ${isPending},
        next_step_at = case when ${isPending} then next_step_at end
        where post_id = ${post._id}`.execute(world.database.db);
      posts.push(post);
    }
    const count = async (status: string) =>
      dataOf(await client.get<{ posts: Post[] }>(`/scheduled?status=${status}`)).posts.length;
    expect(await count('scheduled')).toBe(1);
    expect(await count('failed')).toBe(3);
    const stats = dataOf(await client.get('/schedule/stats'));
    expect(stats).toMatchObject({ total: 4, scheduled: 1, published: 0, drafts: 0, failed: 3 });
  });

  test('puts drafts without a due time last in both orders', async () => {
    const client = await aConnectedUser(world);
    const dated = await aScheduledPost(world, client);
    const draft = await aDraft(client);
    for (const order of ['asc', 'desc']) {
      const { posts } = dataOf(await client.get<{ posts: Post[] }>(`/scheduled?order=${order}`));
      expect(posts.map(({ _id }) => _id)).toEqual([dated._id, draft._id]);
    }
  });

  test('counts the posts of this month that the plan counts, to the minute', async () => {
    const client = await aConnectedUser(world);
    const { db } = world.database;
    const { from, to } = monthOf(world.now());
    for (const [status, at] of [
      ['published', from],
      ['scheduled', new Date(to.getTime() - 60_000)],
      ['pending', from],
      ['scheduled', to],
      ['published', new Date(from.getTime() - 60_000)],
      ['failed', from],
      ['draft', from],
    ] as const) {
      const { _id } = await aScheduledPost(world, client);
      const isActive = status === 'scheduled' || status === 'pending';
      await sql`update posts set scheduled_time = ${at} where id = ${_id}`.execute(db);
      await sql`update publications set state = ${isActive ? 'preparing' : status},
          is_pending = ${status === 'pending'}, published_at = ${at},
          next_step_at = case when ${isActive} then next_step_at end
        where post_id = ${_id}`.execute(db);
    }
    const { thisMonth } = dataOf(await client.get<{ thisMonth: number }>('/schedule/stats'));
    expect(thisMonth).toBe(3);
  });

  test('does not show a post as pending before its due time', async () => {
    const client = await aConnectedUser(world);
    const post = await aScheduledPost(world, client, { dueInMs: 60_000 });
    await sql`update publications set state = 'publishing', is_pending = true,
      ig_user_id = target_ig_user_id where post_id = ${post._id}`.execute(world.database.db);
    expect((await fetchPost(client, post._id)).status).toBe('scheduled');
  });
});

test('a link of the owner cannot be guessed or changed, and expires', async () => {
  const client = await aConnectedUser(world);
  const post = await aScheduledPost(world, client);
  const link = `${world.url}${post.imageUrl}`;
  const statusOf = async (url: string) => (await fetch(url)).status;
  expect(await statusOf(link)).toBe(200);
  expect(await statusOf(`${link}x`)).toBe(404);
  expect(await statusOf(link.replace(/\/\d{13}\//, '/9999999999999/'))).toBe(404);
  const part = await fetch(link, { headers: { range: 'bytes=0-3' } });
  expect([part.status, (await part.arrayBuffer()).byteLength]).toEqual([206, 4]);
  await world.advanceTime(26 * 3_600_000);
  expect(await statusOf(link)).toBe(404);
});

const incoming = () => readdir(join(world.folder, 'incoming')).catch(() => []);
