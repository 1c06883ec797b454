import { afterEach, beforeEach, expect, test } from 'vitest';
import { callControl, getErrorKey, callGraph, listPublished } from '../../testing/graph-client.ts';
import { createJpeg, createMp4 } from '../../testing/media-bytes.ts';
import { openPublishingFixture, type PublishingFixture } from '../../testing/publishing-fixture.ts';

const HOUR = 3_600_000;
let fixture: PublishingFixture;

beforeEach(async () => {
  fixture = await openPublishingFixture();
});
afterEach(() => fixture.close());

test('an image goes from a container to a post that can be opened and read', async () => {
  const { sandbox, pageToken } = fixture;
  const container = await fixture.createImage({
    caption: 'Vasos novos #ceramica',
    alt_text: 'Três vasos',
    location_id: '213000000000006',
    user_tags: '[{"username":"cafe.serra","x":0.5,"y":0.5}]',
    collaborators: '["cafe.serra"]',
  });
  expect(await fixture.status(container)).toBe('FINISHED');
  const { body } = await fixture.publish(container);
  expect(body.id).not.toBe(container);
  expect(await fixture.status(container)).toBe('PUBLISHED');

  const [entry] = await listPublished(sandbox);
  expect(entry).toMatchObject({
    id: body.id,
    ig_user_id: fixture.igId,
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
  const medium = await callGraph(sandbox, 'GET', `/${body.id}`, {
    fields: 'permalink,shortcode,timestamp,media_url',
    access_token: pageToken,
  });
  expect(medium.body['timestamp']).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+0000$/);
  const page = await (await fetch(String(medium.body['permalink']))).text();
  expect(page).toContain('Vasos novos #ceramica');
  const bytes = await (await fetch(String(medium.body['media_url']))).arrayBuffer();
  expect(Buffer.from(bytes)).toEqual(createJpeg(1080, 1350));
  const profile = await (await fetch(`${sandbox.url}/instagram/atelie.barro`)).text();
  expect(profile).toContain(`/p/${String(medium.body['shortcode'])}/`);
});

test('a container takes its time, and publishing it too early is refused', async () => {
  await callControl(fixture.sandbox, '/settings', { processingMs: { image: HOUR, video: HOUR } });
  const container = await fixture.createImage();
  expect(await fixture.status(container)).toBe('IN_PROGRESS');
  expect(getErrorKey(await fixture.publish(container))).toBe('9007/2207027');
  await callControl(fixture.sandbox, '/clock', { advanceMs: HOUR });
  expect((await fixture.publish(container)).status).toBe(200);
});

test('an unpublished container expires after a day', async () => {
  const container = await fixture.createImage();
  await callControl(fixture.sandbox, '/clock', { advanceMs: 24 * HOUR });
  expect(await fixture.status(container)).toBe('EXPIRED');
  expect(getErrorKey(await fixture.publish(container))).toBe('24/2207008');
});

test.each([
  ['error-2207008', '24/2207008', 1],
  ['9007', '9007/2207027', 1],
  ['same-id', undefined, 1],
  ['duplicate', undefined, 2],
] as const)('publishing twice can return %s', async (republish, error, posts) => {
  await callControl(fixture.sandbox, '/settings', { republish });
  const container = await fixture.createImage();
  await fixture.publish(container);
  expect(getErrorKey(await fixture.publish(container))).toBe(error);
  expect(await listPublished(fixture.sandbox)).toHaveLength(posts);
});

test('the quota of a rolling day blocks publishing until it is available again', async () => {
  await callControl(fixture.sandbox, '/settings', { quotaTotal: 1 });
  await fixture.publish(await fixture.createImage());
  const limit = await callGraph(
    fixture.sandbox,
    'GET',
    `/${fixture.igId}/content_publishing_limit`,
    {
      fields: 'config,quota_usage',
      access_token: fixture.userToken,
    },
  );
  expect(limit.body['data']).toEqual([
    { config: { quota_total: 1, quota_duration: 86_400 }, quota_usage: 1 },
  ]);
  const second = await fixture.createImage();
  expect(getErrorKey(await fixture.publish(second))).toBe('9/2207042');
  await callControl(fixture.sandbox, '/clock', { advanceMs: 24 * HOUR });
  expect((await fixture.publish(await fixture.createImage())).status).toBe(200);
});

test('a carousel of a photo and a video becomes one album', async () => {
  const image_url = fixture.host.addFile('/1.jpg', createJpeg(1080, 1080));
  const video_url = fixture.host.addFile('/2.mp4', createMp4(10));
  const photo = await fixture.create({ image_url, is_carousel_item: 'true', alt_text: 'Forno' });
  const video = await fixture.create({ video_url, media_type: 'VIDEO', is_carousel_item: 'true' });
  const children = `${photo.body.id},${video.body.id}`;
  await expect.poll(() => fixture.status(video.body.id ?? '')).toBe('FINISHED');
  expect(getErrorKey(await fixture.publish(photo.body.id ?? ''))).toBe('100/2207089');

  const parent = await fixture.create({ media_type: 'CAROUSEL', children, caption: 'Da argila' });
  await fixture.publish(parent.body.id ?? '');
  const [album] = await listPublished(fixture.sandbox);
  expect(album).toMatchObject({
    media_type: 'CAROUSEL_ALBUM',
    caption: 'Da argila',
    children: [
      { media_type: 'IMAGE', container_id: photo.body.id, alt_text: 'Forno' },
      { media_type: 'VIDEO', container_id: video.body.id },
    ],
  });
  const again = await fixture.create({ media_type: 'CAROUSEL', children });
  expect(getErrorKey(again)).toBe('24/2207006');
});

test('a reel keeps its own options', async () => {
  const video_url = fixture.host.addFile('/reel.mp4', createMp4(20));
  const reel = await fixture.create({
    media_type: 'REELS',
    video_url,
    caption: 'No torno',
    share_to_feed: 'false',
    thumb_offset: '1500',
    audio_name: 'Som do ateliê',
  });
  await expect.poll(() => fixture.status(reel.body.id ?? '')).toBe('FINISHED');
  await fixture.publish(reel.body.id ?? '');
  const [entry] = await listPublished(fixture.sandbox);
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
  const image_url = fixture.host.addFile('/story.jpg', createJpeg(1080, 1920));
  const story = await fixture.create({ media_type: 'STORIES', image_url });
  const { body } = await fixture.publish(story.body.id ?? '');
  const access_token = fixture.pageToken;
  const list = async (edge: string): Promise<unknown> =>
    (await callGraph(fixture.sandbox, 'GET', `/${fixture.igId}/${edge}`, { access_token })).body[
      'data'
    ];
  expect(await list('stories')).toEqual([{ id: body.id }]);
  expect(await list('media')).toEqual([]);
  await callControl(fixture.sandbox, '/clock', { advanceMs: 24 * HOUR });
  expect(await list('stories')).toEqual([]);
});

test('posts are listed newest first, page by page', async () => {
  const ids: (string | undefined)[] = [];
  for (const caption of ['um', 'dois', 'três']) {
    ids.unshift((await fixture.publish(await fixture.createImage({ caption }))).body.id);
  }
  const first = await callGraph(fixture.sandbox, 'GET', `/${fixture.igId}/media`, {
    fields: 'id,caption',
    limit: '2',
    access_token: fixture.pageToken,
  });
  expect(first.body).toMatchObject({ data: [{ id: ids[0], caption: 'três' }, { id: ids[1] }] });
  const { next } = first.body['paging'] as { next: string }; // The next assertion verifies it.
  expect(await (await fetch(next)).json()).toMatchObject({ data: [{ id: ids[2] }] });
});

test('the first comment appears below the post', async () => {
  const { body } = await fixture.publish(await fixture.createImage());
  const comment = await callGraph(fixture.sandbox, 'POST', `/${body.id}/comments`, {
    message: 'Encomendas pelo direct!',
    access_token: fixture.pageToken,
  });
  expect(comment.status).toBe(200);
  const [entry] = await listPublished(fixture.sandbox);
  expect(entry?.['comments']).toMatchObject([{ text: 'Encomendas pelo direct!' }]);
});
