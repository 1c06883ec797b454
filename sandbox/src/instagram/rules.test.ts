import { afterAll, beforeAll, expect, test } from 'vitest';
import { errorOf, graph } from '../testing/graph-client.ts';
import { jpeg, mp4, png } from '../testing/media-bytes.ts';
import { openStudio, type Studio } from '../testing/studio.ts';

let studio: Studio;

beforeAll(async () => {
  studio = await openStudio();
});
afterAll(() => studio.close());

test.each([
  ['a PNG', () => png, '36001/2207005'],
  [
    'more than 8 MiB',
    () => Buffer.concat([jpeg(1080, 1080), Buffer.alloc(8 << 20)]),
    '36000/2207004',
  ],
  ['3:4', () => jpeg(1080, 1440), '36003/2207009'],
  ['wider than 1.91:1', () => jpeg(1080, 500), '36003/2207009'],
])('an image that is %s is refused at once', async (name, bytes, error) => {
  const image_url = studio.host.offer(`/${encodeURIComponent(name)}`, bytes());
  expect(errorOf(await studio.create({ image_url }))).toBe(error);
});

test.each([
  ['4:5', 1080, 1350],
  ['1.91:1', 1080, 565],
  ['a square', 640, 640],
])('an image of %s is accepted', async (name, width, height) => {
  const image_url = studio.host.offer(`/${encodeURIComponent(name)}`, jpeg(width, height));
  expect((await studio.create({ image_url })).status).toBe(200);
});

test('an image that cannot be fetched, or only by a redirect, is refused', async () => {
  const missing = studio.host.offer('/x.jpg', jpeg(1, 1)).replace('x.jpg', 'missing.jpg');
  expect(errorOf(await studio.create({ image_url: missing }))).toBe('9004/2207052');
  const target = studio.host.offer('/target.jpg', jpeg(1080, 1080));
  const moved = studio.host.redirect('/moved.jpg', target);
  expect(errorOf(await studio.create({ image_url: moved }))).toBe('9004/2207052');
});

test.each([
  ['too short', () => mp4(2), {}, '2207026'],
  ['too wide', () => mp4(10, { width: 3840 }), {}, '2207026'],
  ['not a video', () => jpeg(1080, 1080), {}, '2207026'],
  ['indexed at its end', () => mp4(10, { moovFirst: false }), {}, '2207076'],
  ['shorter than its thumb_offset', () => mp4(10), { thumb_offset: '10000' }, '2207057'],
])('a reel that is %s fails in its status', async (name, bytes, params, subcode) => {
  const video_url = studio.host.offer(`/${encodeURIComponent(name)}`, bytes());
  const { body } = await studio.create({ media_type: 'REELS', video_url, ...params });
  const container = body.id ?? '';
  await expect.poll(() => studio.status(container)).toBe('ERROR');
  const { body: state } = await graph(studio.sandbox, 'GET', `/${container}`, {
    fields: 'status',
    access_token: studio.pageToken,
  });
  expect(state['status']).toBe(`Error: Media upload has failed with error code ${subcode}`);
});

test.each([
  ['an unknown media type', { media_type: 'POLL' }, '100/2207023'],
  ['a caption of 2,201 characters', { caption: 'a'.repeat(2201) }, '36004/2207010'],
  ['31 hashtags', { caption: '#a '.repeat(31) }, '36004/2207010'],
  ['21 tags', { user_tags: tags(21) }, '100/2207040'],
  ['tags without a position', { user_tags: '[{"username":"ana"}]' }, '100'],
  ['a person who cannot be tagged', { user_tags: tags(1, 'privado.ana') }, '110/2207018'],
  ['four collaborators', { collaborators: '["a","b","c","d"]' }, '100'],
  ['a place without an address', { location_id: '213000000000009' }, '100'],
  ['a parameter of another kind', { share_to_feed: 'true' }, '100'],
  ['a parameter nobody knows', { scheduled_publish_time: '1' }, '100'],
])('a container with %s is refused', async (_, params, error) => {
  const image_url = studio.host.offer('/good.jpg', jpeg(1080, 1080));
  expect(errorOf(await studio.create({ image_url, ...params }))).toBe(error);
});

test.each([
  ['one child', 1],
  ['eleven children', 11],
])('a carousel of %s is refused', async (_, count) => {
  const children = Array.from({ length: count }, (__, index) => `1780000000000000${index}`);
  const answer = await studio.create({ media_type: 'CAROUSEL', children: children.join(',') });
  expect(errorOf(answer)).toBe('100/2207028');
});

test('a container shows only its own fields', async () => {
  const answer = await graph(studio.sandbox, 'GET', `/${await studio.createImage()}`, {
    fields: 'permalink',
    access_token: studio.pageToken,
  });
  expect(answer.status).toBe(400);
  expect(answer.body.error?.['message']).toContain(
    '(#100) Tried accessing nonexisting field (permalink)',
  );
});

test('an unknown path is answered as the Graph API does', async () => {
  const answer = await graph(studio.sandbox, 'GET', '/nowhere');
  expect(answer.body.error).toMatchObject({ type: 'OAuthException', code: 2500 });
});

function tags(count: number, name = 'ana'): string {
  return JSON.stringify(Array.from({ length: count }, () => ({ username: name, x: 0.5, y: 0.5 })));
}

test('a container of a resumable upload waits for its bytes', async () => {
  const reel = { media_type: 'REELS', upload_type: 'resumable' };
  const { status, body } = await studio.create(reel);
  expect([status, body['uri']]).toEqual([
    200,
    expect.stringMatching(/^https:\/\/rupload\.facebook\.com\//),
  ]);
  expect(await studio.look(body.id ?? '', 'status_code')).toMatchObject({
    status_code: 'IN_PROGRESS',
  });
  for (const wrong of [{ video_url: 'http://127.0.0.1:9/a.mp4' }, { upload_type: 'slow' }]) {
    expect((await studio.create({ ...reel, ...wrong })).status).toBe(400);
  }
});
