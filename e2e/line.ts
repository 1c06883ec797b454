import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import type { Page } from '@playwright/test';

/** The page's line to the server: as fast as is said, in bytes a second, or cut. */
export async function lineOf(page: Page) {
  const network = await page.context().newCDPSession(page);
  const set = async (offline: boolean, uploadThroughput: number) => {
    const speed = { latency: 0, downloadThroughput: -1, uploadThroughput };
    await network.send('Network.emulateNetworkConditions', { offline, ...speed });
  };
  return {
    slowDown: (speed: number) => set(false, speed),
    cut: () => set(true, -1),
    /** Lets nothing through to these addresses, as a filter in between does; none for all again. */
    async block(...urls: string[]): Promise<void> {
      await network.send('Network.enable');
      await network.send('Network.setBlockedURLs', { urls });
    },
  };
}

/** What stands between browser and server may answer in the server's place. */
interface Refusal {
  status: number;
  body: string;
}

/** What proxies answer in the place of a server that is down: no JSON, and nothing for people. */
const badGateway: Refusal = { status: 502, body: '502 Bad Gateway' };

const answerOf = ({ status, body }: Refusal) =>
  [
    `HTTP/1.1 ${status} Refused`,
    `Content-Type: ${body.startsWith('{') ? 'application/json' : 'text/html'}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
    '',
    body,
  ].join('\r\n');

/**
 * A line to the server that really carries so many bytes a second and no more: what the browser's
 * own slowness holds back has long arrived. Cut, it drops whatever is on it.
 */
export async function wireTo(serverUrl: string, bytesPerSecond: number) {
  let speed = bytesPerSecond;
  const { hostname, port } = new URL(serverUrl);
  const ends = new Set<Socket>();
  let isCut = false;
  let carried = 0;
  let held: string | null = null;
  let refused: { request: string; refusal: Refusal } | null = null;
  /** Each with what has come to it and waits. */
  const waiting = new Map<Socket, Buffer[]>();
  const join = (end: Socket, other: Socket) => {
    ends.add(end);
    end.on('error', () => undefined);
    end.on('close', () => {
      ends.delete(end);
      other.destroy();
    });
  };
  const wire = createServer((near) => {
    if (isCut) {
      near.destroy();
      return;
    }
    const far = connect(Number(port), hostname);
    join(near, far);
    join(far, near);
    far.on('data', (bytes) => {
      const heldBack = waiting.get(near);
      if (heldBack === undefined) near.write(bytes);
      else heldBack.push(bytes);
    });
    near.on('data', (bytes) => {
      carried += bytes.length;
      const begin = bytes.subarray(0, 200).toString('latin1');
      if (refused !== null && begin.startsWith(refused.request)) {
        near.end(answerOf(refused.refusal));
        return;
      }
      // A browser sends a request on a line of its own, or once the last one was answered.
      if (held !== null && begin.startsWith(held)) waiting.set(near, []);
      far.write(bytes);
      near.pause();
      setTimeout(() => near.resume(), (bytes.length / speed) * 1000);
    });
  });
  wire.listen(0, 'localhost');
  await once(wire, 'listening');
  const address = wire.address();
  const release = () => {
    held = null;
    for (const [near, chunks] of waiting) for (const bytes of chunks) near.write(bytes);
    waiting.clear();
  };
  const cut = () => {
    isCut = true;
    held = null;
    waiting.clear();
    for (const end of ends) end.destroy();
  };
  return {
    url: `http://localhost:${typeof address === 'object' ? address?.port : ''}`,
    /** Bytes that have gone to the server. */
    carried: () => carried,
    cut,
    mend: () => {
      isCut = false;
      refused = null;
    },
    /** From now on what begins so is answered by a gateway that does not reach the server. */
    refuse: (request: string, refusal: Refusal = badGateway) => {
      refused = { request, refusal };
    },
    /** From now on what begins so, as `POST /api/x `, goes out, and its answer waits. */
    holdAnswersTo: (request: string) => {
      held = request;
    },
    /** The answers that wait come; a cut loses them. */
    release,
    /** From now on so many bytes a second. */
    slowTo: (fewer: number) => {
      speed = fewer;
    },
    close: () => {
      cut();
      wire.close();
    },
  };
}
