import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { systemClock, type Clock } from '../platform/clock.ts';
import { robotsText } from '../platform/http/robots.ts';
import { createKeyRing } from '../platform/key-ring.ts';
import { createLog } from '../platform/log/log.ts';
import { freePort } from '../../testing/free-port.ts';
import { createMediaLinks } from './links.ts';
import { watchReachability } from './reachability.ts';
import { SAMPLE } from './uploads/sample.ts';

type Answers = { robots?: RequestListener; media?: RequestListener };

const answers =
  (status: number, type: string, body: string | Buffer): RequestListener =>
  (_request, response) =>
    void response.writeHead(status, { 'content-type': type }).end(body);
const redirectsTo =
  (location: string): RequestListener =>
  (_request, response) =>
    void response.writeHead(302, { location }).end();
const hangsUp: RequestListener = (request) => void request.socket.destroy();

const ownRobots = answers(200, 'text/plain', robotsText('https://pontual.example'));
const ownMedia = answers(200, SAMPLE.contentType, SAMPLE.bytes);

async function aPublicAddress({ robots = ownRobots, media = ownMedia }: Answers) {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(`${request.headers['user-agent']} ${request.url}`);
    const listener = request.url === '/robots.txt' ? robots : media;
    listener(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return { url: `http://127.0.0.1:${port}`, requests };
}

const EVERY_SECONDS = 900;

/** Without waiting before a retry; the next check begins when the test says so. */
function impatientClock() {
  const waits: number[] = [];
  const checkAgain: (() => void)[] = [];
  const clock: Clock = {
    ...systemClock,
    after: (ms, act) => {
      if (ms === EVERY_SECONDS * 1000) {
        checkAgain.push(act);
        return () => {};
      }
      waits.push(ms);
      return systemClock.after(0, act);
    },
  };
  return { clock, waits, checkAgain };
}

function watch(publicUrl: string, clock: Clock) {
  const lines: string[] = [];
  const results: boolean[] = [];
  const log = createLog('warn', { write: (line) => void lines.push(line) });
  const keyRing = createKeyRing(`test:${Buffer.alloc(32, 7).toString('base64')}`);
  const links = createMediaLinks(keyRing, clock, publicUrl);
  const metrics = { recordOwnLinks: (isReachable: boolean) => void results.push(isReachable) };
  const watching = watchReachability({ links, clock, log, metrics, everySeconds: EVERY_SECONDS });
  return { lines, results, stop: watching.stop };
}

async function check(publicUrl: string, clock: Clock = impatientClock().clock): Promise<string[]> {
  const { lines, results, stop } = watch(publicUrl, clock);
  await expect.poll(() => results).toHaveLength(1);
  await stop();
  expect(results).toEqual([lines.length === 0]);
  return lines.map((line) => {
    const { level, msg } = JSON.parse(line) as { level: number; msg: string };
    expect(level).toBe(50);
    return msg.replaceAll(publicUrl, 'URL');
  });
}

const START = 'Instagram cannot fetch media, so nothing can be published: ';
const UNREACHABLE = 'This server cannot reach its own address, and Instagram may not either: ';

test('logs nothing when Instagram can download media', async () => {
  const { url, requests } = await aPublicAddress({});
  expect(await check(url)).toEqual([]);
  expect(requests).toEqual([
    'facebookexternalhit/1.1 /robots.txt',
    expect.stringMatching(/^facebookexternalhit\/1\.1 \/media\/i\/sample\/[\w-]+\.jpg$/),
  ]);
});

test('treats a missing robots.txt as permission', async () => {
  const { url } = await aPublicAddress({ robots: answers(404, 'text/html', '<p>?') });
  expect(await check(url)).toEqual([]);
});

const disallowedMedia = 'User-agent: *\nDisallow: /media/\n';

test.each<[string, Answers, string]>([
  [
    'robots.txt forbids it',
    { robots: answers(200, 'text/plain', disallowedMedia) },
    'URL/robots.txt forbids facebookexternalhit to fetch it',
  ],
  [
    'robots.txt is a web page',
    { robots: answers(200, 'text/html; charset=utf-8', '<html>') },
    'URL/robots.txt answers a web page',
  ],
  [
    'robots.txt is a web page by its bytes',
    { robots: answers(200, 'text/plain', '\n<!doctype html>') },
    'URL/robots.txt answers a web page',
  ],
  [
    'it is redirected',
    { media: redirectsTo('https://login.example/?next=x') },
    'URL redirects a media link to https://login.example',
  ],
  [
    'it is redirected to a page of the same address',
    { media: redirectsTo('/login') },
    'URL redirects a media link to URL',
  ],
  [
    'a web page comes instead',
    { media: answers(200, 'text/html; charset=utf-8', '<html>') },
    'URL answers a picture with content type text/html',
  ],
  [
    'it has another content type',
    { media: answers(200, 'application/octet-stream', SAMPLE.bytes) },
    'URL answers a picture with content type application/octet-stream',
  ],
  [
    'it has no content type',
    { media: (_request, response) => void response.end(SAMPLE.bytes) },
    'URL answers a picture with no content type',
  ],
  [
    'another server answers',
    { media: answers(200, 'image/jpeg', 'other') },
    'URL answers another picture than ours',
  ],
])('logs one line at once when %s', async (_, given, line) => {
  const { url } = await aPublicAddress(given);
  const { clock, waits } = impatientClock();
  expect(await check(url, clock)).toEqual([START + line]);
  expect(waits).toEqual([]);
});

test.each<[string, Answers, string]>([
  ['robots.txt fails', { robots: answers(503, 'text/plain', '') }, 'URL/robots.txt answers 503'],
  [
    'the link fails',
    { media: answers(502, 'text/html', '<p>') },
    'URL answers a media link with 502',
  ],
  [
    'nobody knows the link',
    { media: answers(404, 'application/json', '{}') },
    'URL answers a media link with 404',
  ],
])('logs one line after the retries when %s', async (_, given, line) => {
  const { url } = await aPublicAddress(given);
  const { clock, waits } = impatientClock();
  expect(await check(url, clock)).toEqual([START + line]);
  expect(waits).toEqual([2000, 5000, 15_000, 30_000]);
});

test('does not claim that Instagram fails when only this server gets no response', async () => {
  const closed = `http://127.0.0.1:${await freePort()}`;
  expect(await check(closed)).toEqual([`${UNREACHABLE}URL (ECONNREFUSED)`]);
  expect(await check('https://pontual.invalid')).toEqual([
    expect.stringMatching(/ not either: URL \((ENOTFOUND|EAI_AGAIN)\)$/),
  ]);
  const { url } = await aPublicAddress({ media: hangsUp });
  const { clock, waits } = impatientClock();
  expect(await check(url, clock)).toEqual([`${UNREACHABLE}URL (UND_ERR_SOCKET)`]);
  expect(waits).toEqual([2000, 5000, 15_000, 30_000]);
});

test('ignores the errors of a proxy that does not know this process yet', async () => {
  let times = 0;
  const media: RequestListener = (request, response) => {
    times += 1;
    if (times < 3) response.writeHead(502).end();
    else ownMedia(request, response);
  };
  const { url } = await aPublicAddress({ media });
  expect(await check(url)).toEqual([]);
  expect(times).toBe(3);
});

test('ends without a log line and a result when it is stopped', async () => {
  const { url, requests } = await aPublicAddress({ robots: () => {} });
  const hanging = watch(url, systemClock);
  await expect.poll(() => requests.length).toBe(1);
  await hanging.stop();
  const away = await aPublicAddress({ media: answers(502, 'text/plain', '') });
  const waiting = watch(away.url, systemClock);
  await expect.poll(() => away.requests.length).toBe(2);
  await waiting.stop();
  for (const { lines, results } of [hanging, waiting]) {
    expect(lines).toEqual([]);
    expect(results).toEqual([]);
  }
});

test('notices in later checks that Instagram cannot download media any more, and that it can again', async () => {
  let media = ownMedia;
  const { url } = await aPublicAddress({ media: (...given) => media(...given) });
  const { clock, checkAgain } = impatientClock();
  const { lines, results, stop } = watch(url, clock);
  await expect.poll(() => results).toEqual([true]);
  media = redirectsTo('/login');
  await expect.poll(() => checkAgain).toHaveLength(1);
  checkAgain[0]?.();
  await expect.poll(() => results).toEqual([true, false]);
  media = ownMedia;
  await expect.poll(() => checkAgain).toHaveLength(2);
  checkAgain[1]?.();
  await expect.poll(() => results).toEqual([true, false, true]);
  await stop();
  expect(lines).toHaveLength(1);
});
