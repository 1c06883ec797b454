// One file, because every case needs a video that Instagram could not fetch, whose bytes the server sends.
import { createHash } from 'node:crypto';
import type { Post } from '@pontual/contract/posts/posts.ts';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  aFormOf,
  aScheduledPost,
  aVideoFile,
  authorize,
  dataOf,
  type UploadFile,
} from '../../../testing/factories.ts';
import { MINUTE, usePublishing } from '../../../testing/publishing-steps.ts';
import { aVideo } from '../../../testing/videos.ts';
import { createServices } from '../../composition/services.ts';
import { sendOverHttp } from '../../instagram/graph/transport.ts';
import type { Clock } from '../../platform/clock.ts';
import type { ProtocolPoint } from '../observe.ts';
import { LEASE_MS } from '../publishing.rules.ts';
import { RENEW_LEASE_MS } from './advance.ts';

const engine = usePublishing();
/** What earlier tests have shown of our address no longer counts. */
beforeEach(() => engine.world.advanceTime(16 * MINUTE));

const aVideoPost = async (
  mediaType: 'REELS' | 'STORIES' | 'CAROUSEL' = 'REELS',
  files?: readonly UploadFile[],
  dueInMs = 2 * MINUTE,
) =>
  aScheduledPost(engine.world, engine.client, {
    mediaType,
    dueInMs,
    files: files ?? [await aVideoFile()],
  });

const failDownloads = (times: number, fault = 'error:2207076') =>
  engine.world.sandbox.fault('create', fault, { times });

const calls = async (part: string) =>
  (await engine.world.sandbox.calls()).filter(({ path }) => path.includes(part));
const uploads = () => calls('/ig-api-upload/');
const creations = async () =>
  (await calls('/media')).filter(
    ({ method, path }) => method === 'POST' && path.endsWith('/media'),
  );

/** The next step sends the bytes. */
async function advanceToUpload(post: Post): Promise<void> {
  const { db } = engine.world.database;
  for (let step = 0; step < 40; step += 1) {
    const waiting = await db
      .selectFrom('containers')
      .select('id')
      .where('post_id', '=', post._id)
      .where('state', '=', 'uploading')
      .execute();
    await engine.world.advanceTime(10_000);
    if (waiting.length > 0) return;
    await engine.advance(post._id);
  }
  const { status, errorMessage } = await engine.fetchPost(post._id);
  throw new Error(`no upload after 40 steps: ${status}, ${errorMessage}`);
}

/** Its step never ends, and it has no timers to renew its lease. */
async function startMortalWorker(point: ProtocolPoint) {
  const { serviceOptions, database } = engine.world;
  const death = Promise.withResolvers<void>();
  const services = await createServices({
    ...serviceOptions,
    database,
    clock: { ...serviceOptions.clock, after: () => () => undefined },
    observe: (reached) => {
      if (reached !== point) return undefined;
      death.resolve();
      return new Promise<void>(() => undefined);
    },
  });
  return {
    async diesIn(post: Post): Promise<void> {
      void services.publishing.advancePost(post._id);
      await death.promise;
    },
    close: () => services.close(),
  };
}

const hashOf = async ({ bytes }: UploadFile) =>
  createHash('sha256')
    .update(new Uint8Array(await bytes.arrayBuffer()))
    .digest('hex');

describe('a video that Instagram could not fetch twice', () => {
  test.each(['error:2207076', 'error:2207052', 'error:2207003', '9004/2207052'])(
    'is sent as bytes and published once after %s',
    async (fault) => {
      const file = await aVideoFile();
      const post = await aVideoPost('REELS', [file]);
      await failDownloads(2, fault);
      await engine.advanceUntil(post._id, 'published', 5000);
      expect(await engine.onlyMedium()).toMatchObject({
        media_product_type: 'REELS',
        caption: post.caption,
        bytes_sha256: await hashOf(file),
      });
      const params = (await creations()).map((call) => call.params);
      expect(params.slice(0, 2).every((each) => 'video_url' in each)).toBe(true);
      expect(params[2]).toMatchObject({ upload_type: 'resumable', caption: post.caption });
      expect(params[2]).not.toHaveProperty('video_url');
      expect(await uploads()).toHaveLength(1);
    },
  );

  test('says so to its owner while the bytes are sent', async () => {
    const post = await aVideoPost();
    await failDownloads(2);
    await engine.world.sandbox.fault('upload', 'retriable', { times: 50 });
    await engine.runSteps([post], 10, 5000);
    expect(await engine.fetchPost(post._id)).toMatchObject({
      errorMessage: expect.stringContaining('Estamos enviando o arquivo direto ao Instagram'),
      errorAction: 'wait',
    });
    await engine.world.sandbox.clearFaults();
    await engine.advanceUntil(post._id, 'published', 10_000);
    expect(await engine.fetchPost(post._id)).toMatchObject({ errorMessage: null });
  });

  test('is sent in a story', async () => {
    const post = await aVideoPost('STORIES');
    await failDownloads(2);
    await engine.advanceUntil(post._id, 'published', 5000);
    expect(await engine.onlyMedium()).toMatchObject({ media_product_type: 'STORY' });
    expect(await uploads()).toHaveLength(1);
  });

  test('is sent in a carousel, whose other video is fetched', async () => {
    const other = { bytes: await aVideo({ width: 320, height: 568 }), name: 'outro.mp4' };
    const post = await aVideoPost('CAROUSEL', [await aVideoFile(), other]);
    await failDownloads(1);
    await engine.advance(post._id);
    // The next creation is that of the same video.
    await failDownloads(1);
    await engine.advanceUntil(post._id, 'published', 5000);
    expect(await uploads()).toHaveLength(1);
    const { children } = await engine.onlyMedium();
    expect(children.map((child) => child.media_type)).toEqual(['VIDEO', 'VIDEO']);
  });

  test('is not uploaded when its file is not in the storage', async () => {
    const file = await aVideoFile();
    const post = await aVideoPost('REELS', [file]);
    await failDownloads(2);
    await engine.world.services.media.storage.remove(await hashOf(file));
    await engine.runSteps([post], 10, 5000);
    expect(await uploads()).toEqual([]);
    expect((await creations()).every(({ params }) => 'video_url' in params)).toBe(true);
  });
});

describe('an upload', () => {
  test('that is cut goes on where it ended', async () => {
    const post = await aVideoPost();
    await failDownloads(2);
    await engine.world.sandbox.fault('upload', 'cut:1000');
    await engine.advanceUntil(post._id, 'published', 5000);
    expect((await uploads()).map(({ params }) => params['offset'])).toEqual(['0', '1000']);
    expect(await engine.ledger()).toHaveLength(1);
  });

  test('without an answer is not repeated', async () => {
    const post = await aVideoPost();
    await failDownloads(2);
    await engine.world.sandbox.fault('upload', 'unanswered');
    await engine.advanceUntil(post._id, 'published', 5000);
    expect(await uploads()).toHaveLength(1);
    expect(await engine.ledger()).toHaveLength(1);
  });

  test.each(['no-uploads', 'no-uri', 'timeout-before-commit'])(
    'that Instagram does not offer (%s) is followed by a download',
    async (fault) => {
      const post = await aVideoPost();
      await failDownloads(2);
      await engine.world.sandbox.fault('create', fault);
      await engine.advanceUntil(post._id, 'published', 5000);
      const isUpload = (await creations()).map(({ params }) => 'upload_type' in params);
      expect(isUpload).toEqual([false, false, true, false]);
      expect(await uploads()).toEqual([]);
      expect(await engine.ledger()).toHaveLength(1);
    },
  );

  test('whose progress cannot be read once goes on', async () => {
    const post = await aVideoPost();
    await failDownloads(2);
    await advanceToUpload(post);
    await sql`update publications set poll_count = 20 where post_id = ${post._id}`.execute(
      engine.world.database.db,
    );
    await engine.world.sandbox.fault('status', '2', { times: 2 });
    await engine.advanceUntil(post._id, 'published', 30_000);
    expect(await creations()).toHaveLength(3);
    expect(await uploads()).toHaveLength(1);
  });

  test('that is refused is followed by a download', async () => {
    const post = await aVideoPost();
    await failDownloads(2);
    await engine.world.sandbox.fault('upload', '1363008');
    await engine.advanceUntil(post._id, 'published', 5000);
    expect(await uploads()).toHaveLength(1);
    expect((await creations()).at(-1)?.params).toHaveProperty('video_url');
    expect(await engine.ledger()).toHaveLength(1);
  });

  test('an account that moves to a login without uploads has its video downloaded', async () => {
    const { world, client } = engine;
    await failDownloads(2);
    const post = await aVideoPost();
    await advanceToUpload(post);
    const login = { query: '?login=instagram' };
    const { end } = await authorize(world, client, 'atelie.barro', login);
    expect(end).toBe('/connected?connected=true');
    await engine.advanceUntil(post._id, 'published', 10_000);
    expect(await uploads()).toEqual([]);
    const created = await creations();
    expect(created.map(({ params }) => params['upload_type'])).toEqual([
      undefined,
      undefined,
      'resumable',
      undefined,
    ]);
    expect(created.at(-1)?.path).toMatch(/^\/graph\.instagram\.com\//);
  });

  test.each<ProtocolPoint>(['uploading', 'uploaded'])(
    'of a worker that is killed at %s is taken up by another',
    async (point) => {
      const post = await aVideoPost();
      await failDownloads(2);
      await advanceToUpload(post);
      const before = (await uploads()).length;
      const worker = await startMortalWorker(point);
      await worker.diesIn(post);
      expect(await uploads()).toHaveLength(before + (point === 'uploaded' ? 1 : 0));
      await engine.advance(post._id);
      expect((await engine.row(post._id)).state).toBe('preparing');
      await engine.advanceUntil(post._id, 'published', 10_000);
      await worker.close();
      expect(await uploads()).toHaveLength(1);
      expect(await engine.ledger()).toHaveLength(1);
    },
  );

  test('of a worker that is killed amid the bytes goes on where they ended', async () => {
    const post = await aVideoPost();
    await failDownloads(2);
    await advanceToUpload(post);
    await engine.world.sandbox.fault('upload', 'cut:1000');
    const { serviceOptions, database } = engine.world;
    const death = Promise.withResolvers<void>();
    const services = await createServices({
      ...serviceOptions,
      database,
      clock: { ...serviceOptions.clock, after: () => () => undefined },
      async transport(request) {
        if (!request.url.includes('/ig-api-upload/')) return sendOverHttp(request);
        await sendOverHttp(request).catch(() => undefined);
        death.resolve();
        return new Promise(() => undefined);
      },
    });
    void services.publishing.advancePost(post._id);
    await death.promise;
    expect((await engine.row(post._id)).lease_until).not.toBeNull();
    await engine.advanceUntil(post._id, 'published', 10_000);
    await services.close();
    expect((await uploads()).map(({ params }) => params['offset'])).toEqual(['0', '1000']);
    expect(await engine.ledger()).toHaveLength(1);
  });

  test('ends with its worker, and another one sends the rest', async () => {
    const post = await aVideoPost();
    await failDownloads(2);
    await advanceToUpload(post);
    await engine.world.sandbox.fault('upload', 'slow', { delayMs: MINUTE });
    const { serviceOptions, database } = engine.world;
    const services = await createServices({ ...serviceOptions, database });
    const step = services.publishing.advancePost(post._id);
    await expect.poll(uploads).toHaveLength(1);
    services.publishing.stopUploads();
    await step;
    await services.close();
    expect(await engine.row(post._id)).toMatchObject({
      state: 'preparing',
      lease_until: null,
      error_code: 'uploading',
    });
    await engine.advanceUntil(post._id, 'published', 5000);
    expect(await engine.ledger()).toHaveLength(1);
  });

  test('ends when its lease was not renewed in time', async () => {
    const post = await aVideoPost();
    await failDownloads(2);
    await advanceToUpload(post);
    await engine.world.sandbox.fault('upload', 'slow', { delayMs: MINUTE });
    const { serviceOptions, database } = engine.world;
    const { clock } = serviceOptions;
    let isFirst = true;
    const endsLeaseSoon: Clock = {
      ...clock,
      after(ms, act) {
        const isLease = isFirst && ms === LEASE_MS;
        if (isLease) isFirst = false;
        return clock.after(isLease ? 500 : ms, act);
      },
    };
    const services = await createServices({ ...serviceOptions, database, clock: endsLeaseSoon });
    await services.publishing.advancePost(post._id);
    await services.close();
    expect(await engine.row(post._id)).toMatchObject({
      state: 'preparing',
      error_code: 'uploading',
    });
    await engine.advanceUntil(post._id, 'published', 5000);
    expect(await engine.ledger()).toHaveLength(1);
  });

  test('ends soon after its author changes the post, which is published as it is now', async () => {
    const post = await aVideoPost();
    await failDownloads(2);
    await advanceToUpload(post);
    await engine.world.sandbox.fault('upload', 'slow', { delayMs: MINUTE });
    const { serviceOptions, database } = engine.world;
    const { clock } = serviceOptions;
    const renewsOften: Clock = {
      ...clock,
      after: (ms, act) => clock.after(ms === RENEW_LEASE_MS ? 50 : ms, act),
    };
    const services = await createServices({ ...serviceOptions, database, clock: renewsOften });
    const step = services.publishing.advancePost(post._id);
    await expect.poll(uploads).toHaveLength(1);
    const form = aFormOf({ caption: 'Outra legenda' });
    dataOf(await engine.client.put(`/scheduled/${post._id}`, form));
    await step;
    await services.close();
    await engine.advanceUntil(post._id, 'published', 5000);
    expect(await engine.onlyMedium()).toMatchObject({ caption: 'Outra legenda' });
  });

  test('that waits an hour for those of others keeps its container and is not Instagram’s delay', async () => {
    const [other, post] = [await aVideoPost(), await aVideoPost('REELS', undefined, 25 * MINUTE)];
    for (const each of [other, post]) {
      await failDownloads(2);
      await advanceToUpload(each);
    }
    await engine.world.sandbox.fault('upload', 'slow', { delayMs: 120 * MINUTE });
    const { serviceOptions, database } = engine.world;
    const services = await createServices({ ...serviceOptions, database });
    const step = services.publishing.advancePost(other._id);
    await expect.poll(uploads).toHaveLength(1);
    await services.publishing.advancePost(post._id);
    expect((await engine.fetchPost(post._id)).errorMessage).toMatch(/o envio de outros vídeos/);
    await engine.world.advanceTime(61 * MINUTE);
    await services.publishing.advancePost(post._id);
    expect(await engine.row(post._id)).toMatchObject({
      error_code: 'uploading',
      delayed_by_instagram: false,
    });
    services.publishing.stopUploads();
    await step;
    await services.close();
    await engine.advanceUntil(post._id, 'published', 5000);
    expect(await creations()).toHaveLength(6);
  });

  test('that is not complete after an hour is followed by a download', async () => {
    const post = await aVideoPost('REELS', undefined, 25 * MINUTE);
    await failDownloads(2);
    await engine.world.sandbox.fault('upload', 'retriable', { times: 1000 });
    await engine.advanceUntil(post._id, 'published', 2 * MINUTE);
    const isUpload = (await creations()).map(({ params }) => 'upload_type' in params);
    expect(isUpload).toEqual([false, false, true, false]);
  });

  test('is not continued for a container that Instagram has given up', async () => {
    const post = await aVideoPost();
    await failDownloads(2);
    await engine.world.sandbox.fault('upload', 'cut:1000');
    await advanceToUpload(post);
    await engine.advance(post._id);
    await engine.world.sandbox.fault('status', 'error:2207053');
    await engine.advanceUntil(post._id, 'published', 5000);
    const [first, ...others] = (await uploads()).map(({ path }) => path);
    expect(others).not.toContain(first);
    expect(others).toHaveLength(1);
  });

  test('that Instagram cannot read is repeated twice before the file is given up', async () => {
    const post = await aVideoPost();
    await failDownloads(2);
    for (let n = 0; n < 3; n += 1) {
      await advanceToUpload(post);
      await engine.advance(post._id);
      await engine.world.sandbox.fault('status', 'error:2207076');
      await engine.advance(post._id);
    }
    await engine.advanceUntil(post._id, 'failed', 5000);
    expect(await engine.fetchPost(post._id)).toMatchObject({
      errorMessage: expect.stringContaining('não conseguiu processar este arquivo depois de'),
      errorAction: 'change_media',
    });
    expect(await uploads()).toHaveLength(3);
  });

  test('that Instagram cannot read once is repeated and published', async () => {
    const post = await aVideoPost();
    await failDownloads(2);
    await advanceToUpload(post);
    await engine.advance(post._id);
    await engine.world.sandbox.fault('status', 'error:2207076');
    await engine.advanceUntil(post._id, 'published', 5000);
    expect(await uploads()).toHaveLength(2);
  });
});

/** Three posts that could not be fetched. */
async function makeUnreachable(): Promise<Post[]> {
  await engine.upgradeToPremium();
  const photos = [];
  for (let n = 0; n < 3; n += 1) {
    photos.push(await aScheduledPost(engine.world, engine.client, { dueInMs: 2 * MINUTE }));
  }
  await failDownloads(3, '9004/2207052');
  for (const { _id: id } of photos) await engine.advance(id);
  return photos;
}

test('a place that Instagram refuses is found out for bytes, too', async () => {
  const post = await aScheduledPost(engine.world, engine.client, {
    mediaType: 'REELS',
    dueInMs: 20 * MINUTE,
    files: [await aVideoFile()],
    locationId: '213000000000012',
  });
  await engine.advance(post._id);
  await makeUnreachable();
  await engine.advanceUntil(post._id, 'failed', 5000);
  expect((await engine.fetchPost(post._id)).errorMessage).toMatch(/não aceita o local deste post/);
  const params = (await creations())
    .map((call) => call.params)
    .filter((each) => each['media_type'] === 'REELS');
  expect(params.map((each) => ['upload_type' in each, 'location_id' in each])).toEqual([
    [false, true],
    [true, true],
    [true, false],
    [true, true],
  ]);
});

test('when three posts could not be fetched, the next video is sent as bytes at once', async () => {
  const photos = await makeUnreachable();
  const reel = await aVideoPost();
  await engine.advance(reel._id);
  expect((await creations()).at(-1)?.params).toMatchObject({ upload_type: 'resumable' });
  for (const { _id: id } of [reel, ...photos]) await engine.advanceUntil(id, 'published', 5000);
  expect(await engine.ledger()).toHaveLength(4);
  const next = await aVideoPost();
  await engine.advance(next._id);
  expect((await creations()).at(-1)?.params).toHaveProperty('video_url');
});

test('when the uploads of three posts were refused, the next video is only fetched', async () => {
  await makeUnreachable();
  await engine.world.sandbox.fault('create', 'no-uploads', { times: 100 });
  for (let n = 0; n < 4; n += 1) await engine.advance((await aVideoPost())._id);
  const reels = (await creations()).filter(({ params }) => params['media_type'] === 'REELS');
  expect(reels.map(({ params }) => 'upload_type' in params)).toEqual([true, true, true, false]);
});

test('a post that its author deletes during the upload is not published', async () => {
  const post = await aVideoPost();
  await failDownloads(2);
  await engine.world.sandbox.fault('upload', 'cut:1000');
  await advanceToUpload(post);
  await engine.advance(post._id);
  dataOf(await engine.client.delete(`/scheduled/${post._id}`));
  for (let step = 0; step < 5; step += 1) {
    await engine.advance(post._id);
    await engine.world.advanceTime(5000);
  }
  expect(await uploads()).toHaveLength(1);
  expect(await engine.ledger()).toEqual([]);
});
