import robotsParser from 'robots-parser';
import type { Clock } from '../platform/clock.ts';
import { MEDIA_FETCHER } from '../platform/http/robots.ts';
import type { Log } from '../platform/log/log.ts';
import { startLoop } from '../platform/loop.ts';
import type { Metrics } from '../platform/metrics.ts';
import { SAMPLE_ID, type MediaLinks } from './links.ts';
import { SAMPLE } from './uploads/sample.ts';

// The types of the package describe an ES module, but Node imports the function itself.
const parseRobots = robotsParser as unknown as typeof robotsParser.default;

const SECOND_MS = 1000;
const TIMEOUT_MS = 10_000;
/** A proxy needs some time to detect a new process. */
const RETRY_DELAYS_MS = [2000, 5000, 15_000, 30_000];

/** Instagram would get the same response. */
const NOT_FETCHABLE = 'Instagram cannot fetch media, so nothing can be published';
/** A missing response proves less: some networks do not route to their own public address (hairpin NAT). */
const UNREACHABLE = 'This server cannot reach its own address, and Instagram may not either';

interface Fault {
  text: string;
  prefix?: typeof UNREACHABLE;
  isTransient: boolean;
}

/**
 * Downloads a sample image through the public URL as Instagram does, now and every so many seconds: certificates
 * expire, and a proxy or a firewall changes. Each failure logs one line.
 */
export function watchReachability(deps: {
  links: MediaLinks;
  clock: Clock;
  log: Log;
  metrics: Pick<Metrics, 'recordOwnLinks'>;
  everySeconds: number;
}) {
  const { links, clock, log, metrics, everySeconds } = deps;
  const stopped = new AbortController();
  const { signal } = stopped;

  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      const cancel = clock.after(ms, resolve);
      signal.addEventListener('abort', () => {
        cancel();
        resolve();
      });
    });

  async function findLastingFault(): Promise<Fault | undefined> {
    const link = links.forContainer(SAMPLE_ID, SAMPLE.contentType);
    for (const wait of RETRY_DELAYS_MS) {
      const fault = await findFault(link, signal);
      if (fault === undefined || !fault.isTransient || signal.aborted) return fault;
      await pause(wait);
    }
    return signal.aborted ? undefined : findFault(link, signal);
  }

  async function check(): Promise<number> {
    const fault = await findLastingFault();
    // A request that the shutdown has aborted says nothing.
    if (signal.aborted) return 0;
    metrics.recordOwnLinks(fault === undefined);
    if (fault !== undefined) log.error(`${fault.prefix ?? NOT_FETCHABLE}: ${fault.text}`);
    return everySeconds * SECOND_MS;
  }

  const loop = startLoop({ clock, log, name: 'reachability' }, check);
  return {
    async stop(): Promise<void> {
      stopped.abort();
      await loop.close();
    },
  };
}

async function findFault(link: string, signal: AbortSignal): Promise<Fault | undefined> {
  const { origin } = new URL(link);
  try {
    return (await findRobotsFault(link, signal)) ?? (await findMediaFault(link, signal));
  } catch (error) {
    return { prefix: UNREACHABLE, text: `${origin} (${reasonOf(error)})`, isTransient: true };
  }
}

async function findRobotsFault(link: string, signal: AbortSignal): Promise<Fault | undefined> {
  const address = new URL('/robots.txt', link).href;
  const response = await fetchAsInstagram(address, signal);
  const text = await response.text();
  const { status } = response;
  if (status >= 400 && status < 500) return undefined;
  if (status !== 200) return { text: `${address} answers ${status}`, isTransient: true };
  if (typeOf(response) === 'text/html' || text.trimStart().startsWith('<')) {
    return { text: `${address} answers a web page`, isTransient: false };
  }
  if (parseRobots(address, text).isAllowed(link, MEDIA_FETCHER) !== false) return undefined;
  return { text: `${address} forbids ${MEDIA_FETCHER} to fetch it`, isTransient: false };
}

async function findMediaFault(link: string, signal: AbortSignal): Promise<Fault | undefined> {
  const { origin } = new URL(link);
  const response = await fetchAsInstagram(link, signal, 'manual');
  const bytes = Buffer.from(await response.arrayBuffer());
  const { status, headers } = response;
  const location = headers.get('location');
  if (status >= 300 && status < 400 && location !== null) {
    const target = URL.canParse(location, link) ? new URL(location, link).origin : location;
    return { text: `${origin} redirects a media link to ${target}`, isTransient: false };
  }
  if (status !== 200) {
    return { text: `${origin} answers a media link with ${status}`, isTransient: true };
  }
  const type = typeOf(response);
  if (type !== SAMPLE.contentType) {
    const found = type === '' ? 'no content type' : `content type ${type}`;
    return { text: `${origin} answers a picture with ${found}`, isTransient: false };
  }
  if (bytes.equals(SAMPLE.bytes)) return undefined;
  return { text: `${origin} answers another picture than ours`, isTransient: false };
}

const fetchAsInstagram = (
  address: string,
  signal: AbortSignal,
  redirect: 'follow' | 'manual' = 'follow',
) =>
  fetch(address, {
    redirect,
    signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    headers: { 'user-agent': `${MEDIA_FETCHER}/1.1` },
  });

const typeOf = ({ headers }: Response) =>
  (headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '';

/** The message of fetch is not specific. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError') return `no answer in ${TIMEOUT_MS / 1000} s`;
  const { cause } = error;
  if (cause instanceof Error && 'code' in cause) return String(cause.code);
  return cause instanceof Error ? cause.message : error.message;
}
