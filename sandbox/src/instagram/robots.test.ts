import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  callControl,
  getErrorKey,
  callGraph,
  type GraphResponse,
} from '../../testing/graph-client.ts';
import { createJpeg, createMp4 } from '../../testing/media-bytes.ts';
import { openPublishingFixture, type PublishingFixture } from '../../testing/publishing-fixture.ts';

const MINUTE = 60_000;
const text = { 'content-type': 'text/plain' };
let fixture: PublishingFixture;

beforeEach(async () => {
  fixture = await openPublishingFixture();
});
afterEach(() => fixture.close());

const serveRobots = (body: string, status = 200): void =>
  fixture.host.setResponse('/robots.txt', { status, headers: text, body });

const createPicture = (path = '/media/vaso.jpg'): Promise<GraphResponse> =>
  fixture.create({ image_url: fixture.host.addFile(path, createJpeg(1080, 1350)) });

test('a picture that robots.txt forbids is refused when its container is created', async () => {
  serveRobots('User-agent: *\nDisallow: /media/\n');
  const answer = await createPicture();
  expect(getErrorKey(answer)).toBe('9004/2207052');
  expect(answer.body.error?.['error_user_msg']).toContain('Restricted by robots.txt');
  const forbidden = fixture.host.addFile('/media/cover.jpg', createJpeg(1080, 1350));
  const video_url = fixture.host.addFile('/open.mp4', createMp4(10));
  const reel = { media_type: 'REELS', video_url, cover_url: forbidden };
  expect(getErrorKey(await fixture.create(reel))).toBe('9004/2207052');
  expect(fixture.host.requests().filter((request) => request.includes('/media/'))).toEqual([]);
  expect((await createPicture('/open.jpg')).status).toBe(200);
});

test('a video that robots.txt forbids ends its container with 2207076', async () => {
  serveRobots('User-agent: facebookexternalhit\nDisallow: /\n');
  const video_url = fixture.host.addFile('/media/forno.mp4', createMp4(10));
  const { body } = await fixture.create({ media_type: 'REELS', video_url });
  const container = body.id ?? '';
  await expect.poll(() => fixture.status(container)).toBe('ERROR');
  const read = { fields: 'status', access_token: fixture.pageToken };
  const { body: node } = await callGraph(fixture.sandbox, 'GET', `/${container}`, read);
  expect(node['status']).toBe('Error: Media upload has failed with error code 2207076');
});

test.each([
  [
    'its own group replaces that of all others',
    'User-agent: *\nDisallow: /\n\nUser-agent: FacebookExternalHit\nAllow: /\n',
  ],
  ['the longest path wins', 'User-agent: *\nDisallow: /media/\nAllow: /media/v\n'],
  ['a group of another crawler is not meant', 'User-agent: GPTBot\nDisallow: /\n'],
  ['allowing wins between equals', 'User-agent: *\nDisallow: /media\nAllow: /media\n'],
])('a picture is fetched where %s', async (_, robots) => {
  serveRobots(robots);
  expect((await createPicture()).status).toBe(200);
});

test('a host without robots.txt forbids nothing', async () => {
  serveRobots('', 404);
  expect((await createPicture()).status).toBe(200);
});

test.each([
  ['is not answered', 'cut'],
  ['is answered with 503', { status: 503 }],
  ['is a page', { status: 200, headers: { 'content-type': 'text/html' }, body: '' }],
  ['is a page that says it is text', { status: 200, headers: text, body: '\n<!DOCTYPE html>' }],
] as const)('nothing is fetched where robots.txt %s', async (_, answer) => {
  fixture.host.setResponse('/robots.txt', answer);
  expect(getErrorKey(await createPicture())).toBe('9004/2207052');
});

test('an unreadable robots.txt is requested again at once', async () => {
  serveRobots('', 500);
  expect(getErrorKey(await createPicture())).toBe('9004/2207052');
  serveRobots('');
  expect((await createPicture()).status).toBe(200);
});

test('robots.txt is requested with the user agent of the fetcher, and then cached for a while', async () => {
  serveRobots('');
  await Promise.all([createPicture('/1.jpg'), createPicture('/2.jpg')]);
  const reads = (): string[] =>
    fixture.host.requests().filter((request) => request.endsWith('/robots.txt'));
  expect(reads()).toEqual([expect.stringMatching(/^facebookexternalhit\//)]);
  serveRobots('User-agent: *\nDisallow: /\n');
  expect((await createPicture()).status).toBe(200);
  await callControl(fixture.sandbox, '/clock', { advanceMs: 5 * MINUTE });
  expect(getErrorKey(await createPicture())).toBe('9004/2207052');
});
