import type { Page, Request } from '@playwright/test';
import { paths } from '@pontual/contract/paths.ts';
import { takeUp } from './hands.ts';

export interface Budget {
  /** What the page is called in the tables. */
  name: string;
  path: string;
  /** Whose browser loads it; a reader's page is sent whole, and a hand has the application take it up. */
  as: 'visitor' | 'user' | 'reader' | 'hand';
  /** Of JavaScript until the page rests, in bytes as transferred by brotli, nothing cached. */
  most: number;
}

/** What each page may weigh. The landing is read by everybody, the calendar every day. */
export const budgets: readonly Budget[] = [
  { name: 'landing, read', path: paths.home, as: 'reader', most: 5_000 },
  { name: 'landing, taken up', path: paths.home, as: 'hand', most: 112_000 },
  { name: 'login', path: paths.login, as: 'visitor', most: 110_000 },
  { name: 'plans', path: paths.plans, as: 'visitor', most: 130_000 },
  { name: 'support, read', path: paths.support, as: 'reader', most: 5_000 },
  { name: 'support, taken up', path: paths.support, as: 'hand', most: 130_000 },
  { name: 'status', path: paths.status, as: 'visitor', most: 135_000 },
  { name: 'schedule, logged out', path: paths.schedule, as: 'visitor', most: 115_000 },
  { name: 'schedule, logged in', path: paths.schedule, as: 'user', most: 190_000 },
];

/** What a page has made its browser fetch, in bytes as transferred. */
export interface Weight {
  scripts: number;
  styles: number;
  fonts: number;
  /** With the document, pictures and calls. */
  all: number;
  requests: number;
  /** The largest first. */
  files: { name: string; bytes: number }[];
}

/** Loads a page in a browser that has nothing cached yet, and waits until it has rested. */
export async function weigh(page: Page, url: string, as: Budget['as']): Promise<Weight> {
  const requests: Request[] = [];
  page.on('request', (request) => requests.push(request));
  await page.goto(url);
  await page.getByRole('heading', { level: 1 }).waitFor();
  if (as === 'hand') await takeUp(page);
  const weighed = new Map<Request, number>();
  // What is fetched ahead while the browser is idle counts as well.
  for (let rests = 0; rests < 3; rests += 1) {
    const before = requests.length;
    for (const request of requests.filter((each) => !weighed.has(each) && !isStream(each))) {
      weighed.set(request, await bytesOf(request));
    }
    await page.evaluate(REST);
    if (requests.length > before) rests = -1;
  }
  const files = [...weighed]
    .map(([request, bytes]) => ({ request, name: new URL(request.url()).pathname, bytes }))
    .toSorted((a, b) => b.bytes - a.bytes);
  const sum = (of: (name: string) => boolean) =>
    files.filter(({ name }) => of(name)).reduce((total, { bytes }) => total + bytes, 0);
  return {
    scripts: sum((name) => name.endsWith('.js')),
    styles: sum((name) => name.endsWith('.css')),
    fonts: sum((name) => name.endsWith('.woff2')),
    all: sum(() => true),
    requests: files.length,
    files: files.map(({ name, bytes }) => ({ name, bytes })),
  };
}

/**
 * Resolves in the page once it is idle. Without a limit a browser on a busy machine may never call back. The
 * limit is that of the application (web/src/offline/idle.ts), whose own idle work has begun by then.
 */
export const REST =
  'new Promise((resolve) => requestIdleCallback(() => setTimeout(resolve), { timeout: 10_000 }))';

/** It has no end. */
const isStream = (request: Request) => request.headers()['accept'] === 'text/event-stream';

/** Of the body, once it has come; a script or a sheet that came otherwise than by brotli is no measure. */
async function bytesOf(request: Request): Promise<number> {
  const response = await request.response();
  await response?.finished();
  const encoding = response?.headers()['content-encoding'];
  if (/[.](js|css)$/.test(new URL(request.url()).pathname) && encoding !== 'br') {
    throw new Error(`${request.url()} came as ${encoding}, not as br`);
  }
  return (await request.sizes()).responseBodySize;
}
