import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import type { Page } from '@playwright/test';

/** The page's line to the server: as fast as is said, in bytes a second, or cut. */
export async function emulateNetwork(page: Page) {
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

const buildRefusalResponse = ({ status, body }: Refusal) =>
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
export async function startThrottledProxy(serverUrl: string, bytesPerSecond: number) {
  let speed = bytesPerSecond;
  const { hostname, port } = new URL(serverUrl);
  const sockets = new Set<Socket>();
  let isCut = false;
  let sentBytes = 0;
  let heldRequest: string | null = null;
  let refusedRequest: { request: string; refusal: Refusal } | null = null;
  /** Each with what has come to it and waits. */
  const heldResponses = new Map<Socket, Buffer[]>();
  const linkSockets = (end: Socket, other: Socket) => {
    sockets.add(end);
    end.on('error', () => undefined);
    end.on('close', () => {
      sockets.delete(end);
      other.destroy();
    });
  };
  const proxy = createServer((client) => {
    if (isCut) {
      client.destroy();
      return;
    }
    const upstream = connect(Number(port), hostname);
    linkSockets(client, upstream);
    linkSockets(upstream, client);
    upstream.on('data', (bytes) => {
      const heldChunks = heldResponses.get(client);
      if (heldChunks === undefined) client.write(bytes);
      else heldChunks.push(bytes);
    });
    client.on('data', (bytes) => {
      sentBytes += bytes.length;
      const begin = bytes.subarray(0, 200).toString('latin1');
      if (refusedRequest !== null && begin.startsWith(refusedRequest.request)) {
        client.end(buildRefusalResponse(refusedRequest.refusal));
        return;
      }
      // A browser sends a request on a line of its own, or once the last one was answered.
      if (heldRequest !== null && begin.startsWith(heldRequest)) heldResponses.set(client, []);
      upstream.write(bytes);
      client.pause();
      setTimeout(() => client.resume(), (bytes.length / speed) * 1000);
    });
  });
  proxy.listen(0, 'localhost');
  await once(proxy, 'listening');
  const address = proxy.address();
  const release = () => {
    heldRequest = null;
    for (const [client, chunks] of heldResponses) for (const bytes of chunks) client.write(bytes);
    heldResponses.clear();
  };
  const cut = () => {
    isCut = true;
    heldRequest = null;
    heldResponses.clear();
    for (const end of sockets) end.destroy();
  };
  return {
    url: `http://localhost:${typeof address === 'object' ? address?.port : ''}`,
    /** Bytes that have gone to the server. */
    countSentBytes: () => sentBytes,
    cut,
    restore: () => {
      isCut = false;
      refusedRequest = null;
    },
    /** From now on what begins so is answered by a gateway that does not reach the server. */
    refuse: (request: string, refusal: Refusal = badGateway) => {
      refusedRequest = { request, refusal };
    },
    /** From now on what begins so, as `POST /api/x `, goes out, and its answer waits. */
    holdResponsesTo: (request: string) => {
      heldRequest = request;
    },
    /** The answers that wait come; a cut loses them. */
    release,
    /** From now on so many bytes a second. */
    slowTo: (bytesPerSecond: number) => {
      speed = bytesPerSecond;
    },
    close: () => {
      cut();
      proxy.close();
    },
  };
}
