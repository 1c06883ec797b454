import { afterEach, beforeEach, expect, test } from 'vitest';
import { control, errorOf, graph, published } from '../testing/graph-client.ts';
import { jpeg, mp4 } from '../testing/media-bytes.ts';
import { openStudio, type Studio } from '../testing/studio.ts';

const HOUR = 3_600_000;
let studio: Studio;

beforeEach(async () => {
  studio = await openStudio();
});
afterEach(() => studio.close());

test('an image goes from container to a post that can be opened and read', async () => {
  const { sandbox, pageToken } = studio;
  const container = await studio.createImage({
    caption: 'Vasos novos #ceramica',
    alt_text: 'Três vasos',
    location_id: '213000000000006',
    user_tags: '[{"username":"cafe.serra","x":0.5,"y":0.5}]',
    collaborators: '["cafe.serra"]',
  });
  expect(await studio.status(container)).toBe('FINISHED');
  const { body } = await studio.publish(container);
  expect(body.id).not.toBe(container);
  expect(await studio.status(container)).toBe('PUBLISHED');

  const [entry] = await published(sandbox);
  expect(entry).toMatchObject({
    id: body.id,
    ig_user_id: studio.igId,
    username: 'atelie.barro',
    media_type: 'IMAGE',
    media_product_type: 'FEED',
    caption: 'Vasos novos #ceramica',
    alt_text: 'Três vasos',
    location_id: '213000000000006',
    user_tags: [{ username: 'cafe.serra', x: 0.5, y: 0.5 }],
    collaborators: ['cafe.serra'],
    container_id: container,
    children: [],
    bytes_sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
  const medium = await graph(sandbox, 'GET', `/${body.id}`, {
    fields: 'permalink,shortcode,timestamp,media_url',
    access_token: pageToken,
  });
  expect(medium.body['timestamp']).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+0000$/);
  const page = await (await fetch(String(medium.body['permalink']))).text();
  expect(page).toContain('Vasos novos #ceramica');
  const bytes = await (await fetch(String(medium.body['media_url']))).arrayBuffer();
  expect(Buffer.from(bytes)).toEqual(jpeg(1080, 1350));
  const profile = await (await fetch(`${sandbox.url}/instagram/atelie.barro`)).text();
  expect(profile).toContain(`/p/${String(medium.body['shortcode'])}/`);
});

test('a container takes its time, and publishing it too early is refused', async () => {
  await control(studio.sandbox, '/settings', { processingMs: { image: HOUR, video: HOUR } });
  const container = await studio.createImage();
  expect(await studio.status(container)).toBe('IN_PROGRESS');
  expect(errorOf(await studio.publish(container))).toBe('9007/2207027');
  await control(studio.sandbox, '/clock', { advanceMs: HOUR });
  expect((await studio.publish(container)).status).toBe(200);
});

test('a container that nobody publishes expires after a day', async () => {
  const container = await studio.createImage();
  await control(studio.sandbox, '/clock', { advanceMs: 24 * HOUR });
  expect(await studio.status(container)).toBe('EXPIRED');
  expect(errorOf(await studio.publish(container))).toBe('24/2207008');
});

test.each([
  ['error-2207008', '24/2207008', 1],
  ['9007', '9007/2207027', 1],
  ['same-id', undefined, 1],
  ['duplicate', undefined, 2],
] as const)('publishing twice can answer %s', async (republish, error, posts) => {
  await control(studio.sandbox, '/settings', { republish });
  const container = await studio.createImage();
  await studio.publish(container);
  expect(errorOf(await studio.publish(container))).toBe(error);
  expect(await published(studio.sandbox)).toHaveLength(posts);
});

test('the quota of a rolling day ends publishing and comes back', async () => {
  await control(studio.sandbox, '/settings', { quotaTotal: 1 });
  await studio.publish(await studio.createImage());
  const limit = await graph(studio.sandbox, 'GET', `/${studio.igId}/content_publishing_limit`, {
    fields: 'config,quota_usage',
    access_token: studio.userToken,
  });
  expect(limit.body['data']).toEqual([
    { config: { quota_total: 1, quota_duration: 86_400 }, quota_usage: 1 },
  ]);
  const second = await studio.createImage();
  expect(errorOf(await studio.publish(second))).toBe('9/2207042');
  await control(studio.sandbox, '/clock', { advanceMs: 24 * HOUR });
  expect((await studio.publish(await studio.createImage())).status).toBe(200);
});

test('a carousel of a photo and a video becomes one album', async () => {
  const image_url = studio.host.offer('/1.jpg', jpeg(1080, 1080));
  const video_url = studio.host.offer('/2.mp4', mp4(10));
  const photo = await studio.create({ image_url, is_carousel_item: 'true', alt_text: 'Forno' });
  const video = await studio.create({ video_url, media_type: 'VIDEO', is_carousel_item: 'true' });
  const children = `${photo.body.id},${video.body.id}`;
  await expect.poll(() => studio.status(video.body.id ?? '')).toBe('FINISHED');
  expect(errorOf(await studio.publish(photo.body.id ?? ''))).toBe('100/2207089');

  const parent = await studio.create({ media_type: 'CAROUSEL', children, caption: 'Da argila' });
  await studio.publish(parent.body.id ?? '');
  const [album] = await published(studio.sandbox);
  expect(album).toMatchObject({
    media_type: 'CAROUSEL_ALBUM',
    caption: 'Da argila',
    children: [
      { media_type: 'IMAGE', container_id: photo.body.id, alt_text: 'Forno' },
      { media_type: 'VIDEO', container_id: video.body.id },
    ],
  });
  const again = await studio.create({ media_type: 'CAROUSEL', children });
  expect(errorOf(again)).toBe('24/2207006');
});

test('a reel keeps its own wishes', async () => {
  const video_url = studio.host.offer('/reel.mp4', mp4(20));
  const reel = await studio.create({
    media_type: 'REELS',
    video_url,
    caption: 'No torno',
    share_to_feed: 'false',
    thumb_offset: '1500',
    audio_name: 'Som do ateliê',
  });
  await expect.poll(() => studio.status(reel.body.id ?? '')).toBe('FINISHED');
  await studio.publish(reel.body.id ?? '');
  const [entry] = await published(studio.sandbox);
  expect(entry).toMatchObject({
    media_type: 'VIDEO',
    media_product_type: 'REELS',
    share_to_feed: false,
    thumb_offset: 1500,
    audio_name: 'Som do ateliê',
  });
  expect(entry?.permalink).toContain('/reel/');
});

test('a story is live for a day and never among the posts', async () => {
  const image_url = studio.host.offer('/story.jpg', jpeg(1080, 1920));
  const story = await studio.create({ media_type: 'STORIES', image_url });
  const { body } = await studio.publish(story.body.id ?? '');
  const access_token = studio.pageToken;
  const list = async (edge: string): Promise<unknown> =>
    (await graph(studio.sandbox, 'GET', `/${studio.igId}/${edge}`, { access_token })).body['data'];
  expect(await list('stories')).toEqual([{ id: body.id }]);
  expect(await list('media')).toEqual([]);
  await control(studio.sandbox, '/clock', { advanceMs: 24 * HOUR });
  expect(await list('stories')).toEqual([]);
});

test('posts are listed newest first, page by page', async () => {
  const ids: (string | undefined)[] = [];
  for (const caption of ['um', 'dois', 'três']) {
    ids.unshift((await studio.publish(await studio.createImage({ caption }))).body.id);
  }
  const first = await graph(studio.sandbox, 'GET', `/${studio.igId}/media`, {
    fields: 'id,caption',
    limit: '2',
    access_token: studio.pageToken,
  });
  expect(first.body).toMatchObject({ data: [{ id: ids[0], caption: 'três' }, { id: ids[1] }] });
  const { next } = first.body['paging'] as { next: string }; // Matched by the next assertion.
  expect(await (await fetch(next)).json()).toMatchObject({ data: [{ id: ids[2] }] });
});

test('the first comment stands under the post', async () => {
  const { body } = await studio.publish(await studio.createImage());
  const comment = await graph(studio.sandbox, 'POST', `/${body.id}/comments`, {
    message: 'Encomendas pelo direct!',
    access_token: studio.pageToken,
  });
  expect(comment.status).toBe(200);
  const [entry] = await published(studio.sandbox);
  expect(entry?.['comments']).toMatchObject([{ text: 'Encomendas pelo direct!' }]);
});
