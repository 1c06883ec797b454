import { createHash } from 'node:crypto';
import type { Post } from '@pontual/contract/posts/posts.ts';
import { describe, expect, test } from 'vitest';
import {
  aPhoto,
  aPhotoFile,
  aScheduledPost,
  aVideoFile,
  type UploadFile,
} from '../../../testing/factories.ts';
import { MINUTE, usePublishing } from '../../../testing/publishing-steps.ts';
import { CLAIM_AHEAD_MS } from '../publishing.rules.ts';

const engine = usePublishing();

async function publishOne(options: Parameters<typeof aScheduledPost>[2]) {
  const post = await aScheduledPost(engine.world, engine.client, {
    dueInMs: 5 * MINUTE,
    ...options,
  });
  await engine.untilReady(post._id);
  await engine.advanceTo(post);
  await engine.world.services.publishing.dispatcher.run();
  await engine.world.services.publishing.dispatcher.settle();
  expect((await engine.fetchPost(post._id)).status).toBe('published');
  return { post, medium: await engine.onlyMedium() };
}

const hashesOf = (post: Post) =>
  Promise.all(
    post.mediaItems.map(async ({ url }) => {
      const bytes = await (await fetch(`${engine.world.url}${url}`)).arrayBuffer();
      return createHash('sha256').update(new Uint8Array(bytes)).digest('hex');
    }),
  );

const hashOf = async (file: UploadFile) =>
  createHash('sha256')
    .update(new Uint8Array(await file.bytes.arrayBuffer()))
    .digest('hex');

const photosOf = (heights: readonly number[]): Promise<UploadFile[]> =>
  Promise.all(
    heights.map(async (height) => ({ bytes: await aPhoto(1080, height), name: `${height}.jpg` })),
  );

describe('a photo', () => {
  test('is published with its location, tags, alt text and collaborators', async () => {
    const { post, medium } = await publishOne({
      caption: 'Fornada de inverno ❄️ #cerâmica',
      locationId: '213000000000001',
      userTags: JSON.stringify(['@Ana', { username: 'bia', x: 0.1, y: 0.9 }, 'caio']),
      collaborators: JSON.stringify(['@Dora.Lima', 'eva', ' @fabio ']),
      altText: JSON.stringify(['Três canecas azuis sobre a mesa']),
    });
    expect(medium).toMatchObject({
      media_product_type: 'FEED',
      caption: 'Fornada de inverno ❄️ #cerâmica',
      location_id: '213000000000001',
      collaborators: ['dora.lima', 'eva', 'fabio'],
      alt_text: 'Três canecas azuis sobre a mesa',
      share_to_feed: null,
      bytes_sha256: (await hashesOf(post))[0],
    });
    // Photos require a position for every tag.
    expect(medium.user_tags).toEqual([
      { username: 'ana', x: 0.25, y: 0.5 },
      { username: 'bia', x: 0.1, y: 0.9 },
      { username: 'caio', x: 0.75, y: 0.5 },
    ]);
  });

  test('without options is published without them', async () => {
    const { medium } = await publishOne({ caption: '' });
    expect(medium).toMatchObject({
      caption: null,
      location_id: null,
      alt_text: null,
      user_tags: [],
      collaborators: [],
    });
  });
});

describe('a video', () => {
  test('is published as a reel that also appears in the feed, with its cover', async () => {
    const { post, medium } = await publishOne({
      mediaType: 'VIDEO',
      caption: 'Torno',
      shareToFeed: 'false',
      thumbOffset: '1500',
      locationId: '213000000000002',
      userTags: JSON.stringify([{ username: 'ana', x: 0.5, y: 0.5 }, '@bia']),
    });
    expect(medium).toMatchObject({
      media_product_type: 'REELS',
      caption: 'Torno',
      share_to_feed: true,
      thumb_offset: 1500,
      location_id: '213000000000002',
      bytes_sha256: (await hashesOf(post))[0],
    });
    expect(medium.user_tags).toEqual([{ username: 'ana' }, { username: 'bia' }]);
  });

  test.each([
    ['true', true],
    ['false', false],
  ])(
    'as a reel appears in the feed by the choice of its owner: %s',
    async (shareToFeed, isShared) => {
      const video = await aVideoFile();
      const { post, medium } = await publishOne({
        mediaType: 'REELS',
        caption: 'Esmalte',
        files: [video],
        shareToFeed,
        thumbOffset: '0',
        audioName: 'Som do ateliê',
        collaborators: JSON.stringify(['@ANA']),
        locationId: '213000000000003',
        userTags: JSON.stringify(['@bia']),
        altText: JSON.stringify(['Um vídeo de esmalte']),
      });
      expect(medium).toMatchObject({
        media_product_type: 'REELS',
        caption: 'Esmalte',
        share_to_feed: isShared,
        thumb_offset: 0,
        audio_name: 'Som do ateliê',
        collaborators: ['ana'],
        location_id: '213000000000003',
        user_tags: [{ username: 'bia' }],
        alt_text: null,
        bytes_sha256: (await hashesOf(post))[0],
      });
      expect(medium.bytes_sha256).toBe(await hashOf(video));
    },
  );
});

describe('a story', () => {
  const extras = {
    caption: 'Só para nós',
    locationId: '213000000000004',
    collaborators: JSON.stringify(['ana']),
    altText: JSON.stringify(['Uma caneca']),
    userTags: JSON.stringify(['bia', { username: 'caio', x: 0.2, y: 0.3 }]),
  };

  test.each([
    ['photo', aPhotoFile],
    ['video', aVideoFile],
  ])(
    'of a %s is published with its tags and without the fields that stories do not accept',
    async (_kind, aFile) => {
      const { post, medium } = await publishOne({
        mediaType: 'STORIES',
        files: [await aFile()],
        ...extras,
      });
      expect(medium).toMatchObject({
        media_product_type: 'STORY',
        caption: null,
        location_id: null,
        alt_text: null,
        collaborators: [],
        user_tags: [{ username: 'bia' }, { username: 'caio', x: 0.2, y: 0.3 }],
        bytes_sha256: (await hashesOf(post))[0],
      });
      const sent = (await engine.world.sandbox.calls()).flatMap(({ method, path, params }) =>
        method === 'POST' && path.endsWith('/media') ? Object.keys(params) : [],
      );
      expect(sent).not.toContain('caption');
    },
  );
});

describe('a carousel', () => {
  test('keeps the order of its photos, each with its own alt text and tags', async () => {
    const heights = [1080, 1350, 900, 1200, 700];
    const { post, medium } = await publishOne({
      mediaType: 'CAROUSEL',
      caption: 'Cinco peças',
      files: await photosOf(heights),
      locationId: '213000000000005',
      collaborators: JSON.stringify(['@ana']),
      altText: JSON.stringify(['um', '', 'três']),
      userTags: JSON.stringify(['bia', { username: 'caio', x: 0.2, y: 0.3, item: 3 }]),
    });
    expect(post.mediaItems.map(({ height }) => height)).toEqual(heights);
    expect(medium).toMatchObject({
      caption: 'Cinco peças',
      location_id: '213000000000005',
      collaborators: ['ana'],
    });
    expect(medium.children.map((child) => child.bytes_sha256)).toEqual(await hashesOf(post));
    expect(medium.children.map((child) => child.alt_text)).toEqual([
      'um',
      null,
      'três',
      null,
      null,
    ]);
    expect(medium.children.map((child) => child.user_tags)).toEqual([
      [{ username: 'bia', x: 0.5, y: 0.5 }],
      [],
      [],
      [{ username: 'caio', x: 0.2, y: 0.3 }],
      [],
    ]);
  });

  test('mixes photos and videos, with tags only in photos', async () => {
    const files = [await aVideoFile(), await aPhotoFile(), await aVideoFile(), await aPhotoFile()];
    const { post, medium } = await publishOne({
      mediaType: 'CAROUSEL',
      files,
      altText: JSON.stringify(['no vídeo não vai', 'na foto vai']),
      userTags: JSON.stringify(['bia', { username: 'caio', item: 3 }]),
    });
    expect(medium.children.map((child) => child.media_type)).toEqual([
      'VIDEO',
      'IMAGE',
      'VIDEO',
      'IMAGE',
    ]);
    expect(medium.children.map((child) => child.bytes_sha256)).toEqual(await hashesOf(post));
    expect(medium.children.map((child) => child.alt_text)).toEqual([
      null,
      'na foto vai',
      null,
      null,
    ]);
    expect(medium.children.map((child) => child.user_tags.map(({ username }) => username))).toEqual(
      [[], ['bia'], [], ['caio']],
    );
  });

  test.each([2, 10])('of %i items is complete', async (count) => {
    const heights = Array.from({ length: count }, (_, index) => 1080 - 20 * index);
    const { post, medium } = await publishOne({
      mediaType: 'CAROUSEL',
      files: await photosOf(heights),
    });
    expect(post.mediaItems.map(({ height }) => height)).toEqual(heights);
    expect(medium.children.map((child) => child.bytes_sha256)).toEqual(await hashesOf(post));
  });

  test('with a photo that Instagram refuses fails before its due time and names the photo', async () => {
    const post = await aScheduledPost(engine.world, engine.client, {
      mediaType: 'CAROUSEL',
      dueInMs: 20 * MINUTE,
      files: await photosOf([1080, 1070, 1060, 1050, 1040]),
      altText: JSON.stringify(['', '', '#falha_create_36003_2207009']),
    });
    await engine.advanceUntil(post._id, 'failed');
    expect(engine.world.now() < new Date(post.scheduledTime ?? 0)).toBe(true);
    expect(await engine.fetchPost(post._id)).toMatchObject({
      errorMessage: expect.stringMatching(
        /^Imagem 3 de 5: O Instagram só aceita imagens entre 4:5/,
      ),
      errorAction: 'change_media',
    });
    await engine.advanceTo(post, -MINUTE);
    await engine.runSteps([post], 3, 1000);
    expect(await engine.publishCalls()).toBe(0);
  });

  test('with a video that Instagram cannot read fails before its due time and names the video', async () => {
    const post = await aScheduledPost(engine.world, engine.client, {
      mediaType: 'CAROUSEL',
      dueInMs: 20 * MINUTE,
      files: [await aVideoFile(), await aVideoFile()],
    });
    await engine.world.sandbox.fault('status', 'error:2207026');
    await engine.advanceUntil(post._id, 'failed');
    const { errorMessage, errorAction } = await engine.fetchPost(post._id);
    expect(errorMessage).toMatch(/^Vídeo [12] de 2: O Instagram não aceita o formato/);
    expect(errorAction).toBe('change_media');
  });

  test('with a photo that Instagram lost creates only that photo again', async () => {
    const post = await aScheduledPost(engine.world, engine.client, {
      mediaType: 'CAROUSEL',
      dueInMs: 20 * MINUTE,
      files: await photosOf([1080, 1070, 1060, 1050, 1040]),
      altText: JSON.stringify(['', '#falha_status_error_2207082']),
    });
    const postWithIssue = await engine.untilIssue(post._id);
    expect(postWithIssue.errorMessage).toMatch(/^Imagem 2 de 5: /);
    expect(postWithIssue.status).toBe('scheduled');
    const first = (await engine.containers()).map(({ id }) => id);
    expect(first).toHaveLength(5);
    await engine.advanceUntil(post._id, 'published', 2 * MINUTE);

    const all = await engine.containers();
    expect(all.filter(({ kind }) => kind === 'carousel-image')).toHaveLength(6);
    expect(all.filter(({ kind }) => kind === 'carousel')).toHaveLength(1);
    const unused = all.filter((one) => one.published_as === null).map(({ id }) => id);
    expect(first).toEqual(expect.arrayContaining(unused));
    expect(unused).toHaveLength(1);
    const medium = await engine.onlyMedium();
    expect(medium.children.map((child) => child.bytes_sha256)).toEqual(await hashesOf(post));
    expect((await engine.fetchPost(post._id)).errorMessage).toBeNull();
  });

  test('with a photo that Instagram refuses and one that it lost names the refused one', async () => {
    const post = await aScheduledPost(engine.world, engine.client, {
      mediaType: 'CAROUSEL',
      dueInMs: 20 * MINUTE,
      files: await photosOf([1080, 1070, 1060]),
      altText: JSON.stringify(['#falha_status_error_2207077', '#falha_status_error_2207026']),
    });
    await engine.advanceUntil(post._id, 'failed');
    expect((await engine.fetchPost(post._id)).errorMessage).toMatch(/^Imagem 2 de 3: /);
  });

  test.each([
    ['fetch', '#falha_create_9004_2207052', 'buscar o arquivo'],
    ['prepare', '#falha_status_error_2207077', 'preparar o arquivo'],
  ])(
    'with a photo that Instagram can never %s fails and names the photo',
    async (_what, sentinel, reason) => {
      const post = await aScheduledPost(engine.world, engine.client, {
        mediaType: 'CAROUSEL',
        dueInMs: 20 * MINUTE,
        files: await photosOf([1080, 1070, 1060]),
        altText: JSON.stringify(['', '', Array.from({ length: 34 }, () => sentinel).join(' ')]),
      });
      await engine.runSteps([post], 15, MINUTE);
      // The owner is notified in time while the attempts go on, because the cause may be at Instagram.
      expect((await engine.fetchPost(post._id)).status).toBe('scheduled');
      expect(await engine.deliverEmails()).toEqual([
        expect.objectContaining({ text: expect.stringContaining('Imagem 3 de 3') }),
      ]);
      await engine.advanceUntil(post._id, 'failed', MINUTE);
      expect(await engine.fetchPost(post._id)).toMatchObject({
        errorMessage: expect.stringMatching(new RegExp(`^Imagem 3 de 3: .*${reason}`)),
        errorAction: 'try_again',
      });
      expect(await engine.ledger()).toEqual([]);
      const others = (await engine.world.sandbox.calls()).filter(
        ({ params }) => params['is_carousel_item'] === 'true' && params['alt_text'] === undefined,
      );
      expect(others).toHaveLength(2);
    },
  );
});

test.each(['IMAGE', 'VIDEO', 'REELS', 'STORIES', 'CAROUSEL'] as const)(
  'at the due time of %s the publish call is the only call',
  async (mediaType) => {
    const post = await aScheduledPost(engine.world, engine.client, {
      mediaType,
      dueInMs: 5 * MINUTE,
    });
    await engine.untilReady(post._id);
    await engine.advanceTo(post, 400);
    const since = new Date(post.scheduledTime ?? 0).getTime() - CLAIM_AHEAD_MS;
    expect(await engine.world.services.publishing.dispatcher.run()).toBe(1);
    await engine.world.services.publishing.dispatcher.settle();
    expect((await engine.fetchPost(post._id)).status).toBe('published');
    const calls = (await engine.world.sandbox.calls()).filter(({ time }) => time >= since);
    expect(calls).toEqual([
      expect.objectContaining({ method: 'POST', path: expect.stringMatching(/\/media_publish$/) }),
    ]);
    expect(calls[0]?.time).toBeGreaterThanOrEqual(new Date(post.scheduledTime ?? 0).getTime());
  },
);
