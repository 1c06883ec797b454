import type { Page, Request } from '@playwright/test';
import { paths } from '@pontual/contract/shared/paths.ts';

export interface Budget {
  name: string;
  path: string;
  /** `plain`: a visitor of a plain page. */
  visitorKind: 'visitor' | 'user' | 'plain';
  /** Maximum JavaScript until the page is idle, in bytes as transferred with brotli and an empty cache. */
  maxBytes: number;
}

export const budgets: readonly Budget[] = [
  { name: 'landing', path: paths.home, visitorKind: 'plain', maxBytes: 5_000 },
  { name: 'login', path: paths.login, visitorKind: 'visitor', maxBytes: 110_000 },
  { name: 'plans', path: paths.plans, visitorKind: 'visitor', maxBytes: 130_000 },
  { name: 'support', path: paths.support, visitorKind: 'plain', maxBytes: 5_000 },
  { name: 'developers', path: paths.developers, visitorKind: 'plain', maxBytes: 5_000 },
  { name: 'status', path: paths.status, visitorKind: 'visitor', maxBytes: 135_000 },
  { name: 'schedule, logged out', path: paths.schedule, visitorKind: 'visitor', maxBytes: 115_000 },
  { name: 'schedule, logged in', path: paths.schedule, visitorKind: 'user', maxBytes: 190_000 },
];

export interface Weight {
  scripts: number;
  styles: number;
  fonts: number;
  all: number;
  requests: number;
  /** Largest first. */
  files: { name: string; bytes: number }[];
}

export async function measureWeight(page: Page, url: string): Promise<Weight> {
  const requests: Request[] = [];
  page.on('request', (request) => requests.push(request));
  await page.goto(url);
  await page.getByRole('heading', { level: 1 }).waitFor();
  const requestBytes = new Map<Request, number>();
  // Files that the page prefetches while the browser is idle count, too.
  for (let idleRounds = 0; idleRounds < 3; idleRounds += 1) {
    const before = requests.length;
    for (const request of requests.filter(
      (each) => !requestBytes.has(each) && !isEventStream(each),
    )) {
      requestBytes.set(request, await readBytes(request));
    }
    await page.evaluate(WAIT_UNTIL_IDLE);
    if (requests.length > before) idleRounds = -1;
  }
  const files = [...requestBytes]
    .map(([request, bytes]) => ({ request, name: new URL(request.url()).pathname, bytes }))
    .toSorted((a, b) => b.bytes - a.bytes);
  const sumBytes = (of: (name: string) => boolean) =>
    files.filter(({ name }) => of(name)).reduce((total, { bytes }) => total + bytes, 0);
  return {
    scripts: sumBytes((name) => name.endsWith('.js')),
    styles: sumBytes((name) => name.endsWith('.css')),
    fonts: sumBytes((name) => name.endsWith('.woff2')),
    all: sumBytes(() => true),
    requests: files.length,
    files: files.map(({ name, bytes }) => ({ name, bytes })),
  };
}

/** A busy browser may never call back, so the limit of web/src/ui/when-idle.ts applies here, too. */
export const WAIT_UNTIL_IDLE =
  'new Promise((resolve) => requestIdleCallback(() => setTimeout(resolve), { timeout: 10_000 }))';

/** An event stream does not end. */
const isEventStream = (request: Request) => request.headers()['accept'] === 'text/event-stream';

/** A script or style sheet without brotli fails the measurement. */
async function readBytes(request: Request): Promise<number> {
  const response = await request.response();
  await response?.finished();
  const encoding = response?.headers()['content-encoding'];
  if (/[.](js|css)$/.test(new URL(request.url()).pathname) && encoding !== 'br') {
    throw new Error(`${request.url()} came as ${encoding}, not as br`);
  }
  return (await request.sizes()).responseBodySize;
}
