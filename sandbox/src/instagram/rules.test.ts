import { afterAll, beforeAll, expect, test } from 'vitest';
import { callControl, callGraph, getErrorKey } from '../../testing/graph-client.ts';
import { createJpeg, createMp4, PNG_HEADER } from '../../testing/media-bytes.ts';
import { openPublishingFixture, type PublishingFixture } from '../../testing/publishing-fixture.ts';

let fixture: PublishingFixture;

beforeAll(async () => {
  fixture = await openPublishingFixture();
});
afterAll(() => fixture.close());

test.each([
  ['a PNG', () => PNG_HEADER, '36001/2207005'],
  [
    'more than 8 MiB',
    () => Buffer.concat([createJpeg(1080, 1080), Buffer.alloc(8 << 20)]),
    '36000/2207004',
  ],
  ['3:4', () => createJpeg(1080, 1440), '36003/2207009'],
  ['wider than 1.91:1', () => createJpeg(1080, 500), '36003/2207009'],
])('an image that is %s is refused at once', async (name, bytes, error) => {
  const image_url = fixture.host.addFile(`/${encodeURIComponent(name)}`, bytes());
  expect(getErrorKey(await fixture.create({ image_url }))).toBe(error);
});

test.each([
  ['4:5', 1080, 1350],
  ['1.91:1', 1080, 565],
  ['a square', 640, 640],
])('an image of %s is accepted', async (name, width, height) => {
  const image_url = fixture.host.addFile(`/${encodeURIComponent(name)}`, createJpeg(width, height));
  expect((await fixture.create({ image_url })).status).toBe(200);
});

test('a picture of 3:4 is accepted where the setting says so, and a taller one is not', async () => {
  await callControl(fixture.sandbox, '/settings', { tallPictures: true });
  const errorOf = async (height: number) => {
    const image_url = fixture.host.addFile(`/${height}.jpg`, createJpeg(1080, height));
    return getErrorKey(await fixture.create({ image_url }));
  };
  expect([await errorOf(1440), await errorOf(1500)]).toEqual([undefined, '36003/2207009']);
  await callControl(fixture.sandbox, '/settings', { tallPictures: false });
  expect(await errorOf(1440)).toBe('36003/2207009');
});

test('a publish soon after the last one of the account is refused as spam where the setting says so', async () => {
  await callControl(fixture.sandbox, '/settings', { burstMs: 5000 });
  const publish = async () => getErrorKey(await fixture.publish(await fixture.createImage()));
  expect([await publish(), await publish()]).toEqual([undefined, '4/2207051']);
  await callControl(fixture.sandbox, '/clock', { advanceMs: 5000 });
  expect(await publish()).toBeUndefined();
  await callControl(fixture.sandbox, '/settings', { burstMs: 0 });
});

test('a sixth hashtag is refused where the setting says so, in a caption and in a comment', async () => {
  const [five, six] = ['#a #b #c #d #e', '#a #b #c #d #e #f'];
  const image_url = fixture.host.addFile('/hashtags.jpg', createJpeg(1080, 1080));
  const { body } = await fixture.publish(await fixture.createImage());
  const errorsOf = async (text: string) => {
    const path = `/${body.id}/comments`;
    const signed = { message: text, access_token: fixture.pageToken };
    return [
      getErrorKey(await fixture.create({ image_url, caption: text })),
      getErrorKey(await callGraph(fixture.sandbox, 'POST', path, signed)),
    ];
  };
  expect(await errorsOf(six)).toEqual([undefined, undefined]);
  await callControl(fixture.sandbox, '/settings', { maxHashtags: 5 });
  expect(await errorsOf(five)).toEqual([undefined, undefined]);
  expect(await errorsOf(six)).toEqual(['36004/2207010', '36004/2207010']);
  await callControl(fixture.sandbox, '/settings', { maxHashtags: 30 });
});

test('an image that cannot be fetched, or only through a redirect, is refused', async () => {
  const missing = fixture.host.addFile('/x.jpg', createJpeg(1, 1)).replace('x.jpg', 'missing.jpg');
  expect(getErrorKey(await fixture.create({ image_url: missing }))).toBe('9004/2207052');
  const target = fixture.host.addFile('/target.jpg', createJpeg(1080, 1080));
  const moved = fixture.host.addRedirect('/moved.jpg', target);
  expect(getErrorKey(await fixture.create({ image_url: moved }))).toBe('9004/2207052');
});

test.each([
  ['too short', () => createMp4(2), {}, '2207026'],
  ['too wide', () => createMp4(10, { width: 3840 }), {}, '2207026'],
  ['not a video', () => createJpeg(1080, 1080), {}, '2207026'],
  ['indexed at its end', () => createMp4(10, { moovFirst: false }), {}, '2207076'],
  ['shorter than its thumb_offset', () => createMp4(10), { thumb_offset: '10000' }, '2207057'],
])('a reel that is %s fails in its status', async (name, bytes, params, subcode) => {
  const video_url = fixture.host.addFile(`/${encodeURIComponent(name)}`, bytes());
  const { body } = await fixture.create({ media_type: 'REELS', video_url, ...params });
  const container = body.id ?? '';
  await expect.poll(() => fixture.status(container)).toBe('ERROR');
  const { body: state } = await callGraph(fixture.sandbox, 'GET', `/${container}`, {
    fields: 'status',
    access_token: fixture.pageToken,
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
  const image_url = fixture.host.addFile('/good.jpg', createJpeg(1080, 1080));
  expect(getErrorKey(await fixture.create({ image_url, ...params }))).toBe(error);
});

test.each([
  { is_ai_generated: 'true' },
  { is_paid_partnership: 'true' },
  { is_comment_prompt_used: 'true' },
])('a container with the parameter of 2026 %o is accepted', async (params) => {
  const image_url = fixture.host.addFile('/new.jpg', createJpeg(1080, 1080));
  expect((await fixture.create({ image_url, ...params })).body.id).toMatch(/^\d+$/);
});

test.each([
  ['one child', 1],
  ['eleven children', 11],
])('a carousel of %s is refused', async (_, count) => {
  const children = Array.from({ length: count }, (__, index) => `1780000000000000${index}`);
  const answer = await fixture.create({ media_type: 'CAROUSEL', children: children.join(',') });
  expect(getErrorKey(answer)).toBe('100/2207028');
});

test('a container shows only its own fields', async () => {
  const answer = await callGraph(fixture.sandbox, 'GET', `/${await fixture.createImage()}`, {
    fields: 'permalink',
    access_token: fixture.pageToken,
  });
  expect(answer.status).toBe(400);
  expect(answer.body.error?.['message']).toContain(
    '(#100) Tried accessing nonexisting field (permalink)',
  );
});

test('an unknown path returns the error of the Graph API', async () => {
  const answer = await callGraph(fixture.sandbox, 'GET', '/nowhere');
  expect(answer.body.error).toMatchObject({ type: 'OAuthException', code: 2500 });
});

function tags(count: number, name = 'ana'): string {
  return JSON.stringify(Array.from({ length: count }, () => ({ username: name, x: 0.5, y: 0.5 })));
}

test('a container of a resumable upload waits for its bytes', async () => {
  const reel = { media_type: 'REELS', upload_type: 'resumable' };
  const { status, body } = await fixture.create(reel);
  expect([status, body['uri']]).toEqual([
    200,
    `${fixture.sandbox.url}/ig-api-upload/v25.0/${body.id}`,
  ]);
  expect(await fixture.readFields(body.id ?? '', 'status_code')).toMatchObject({
    status_code: 'IN_PROGRESS',
  });
  for (const wrong of [{ video_url: 'http://127.0.0.1:9/a.mp4' }, { upload_type: 'slow' }]) {
    expect((await fixture.create({ ...reel, ...wrong })).status).toBe(400);
  }
});
