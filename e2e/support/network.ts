import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import type { Page } from '@playwright/test';

/** Emulates the network of the page: throttled to a speed in bytes per second, or offline. */
export async function emulateNetwork(page: Page) {
  const network = await page.context().newCDPSession(page);
  const set = async (offline: boolean, uploadThroughput: number) => {
    const speed = { latency: 0, downloadThroughput: -1, uploadThroughput };
    await network.send('Network.emulateNetworkConditions', { offline, ...speed });
  };
  return {
    slowDown: (speed: number) => set(false, speed),
    cut: () => set(true, -1),
    /** Blocks these URLs, as a content filter does; without arguments unblocks all. */
    async block(...urls: string[]): Promise<void> {
      await network.send('Network.enable');
      await network.send('Network.setBlockedURLs', { urls });
    },
  };
}

interface Refusal {
  status: number;
  body: string;
}

/** The response of a proxy while the server is down: neither JSON nor a message for users. */
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

/** The browser's own emulation does not limit what it has already sent. A cut drops all in transit. */
export async function startThrottledProxy(serverUrl: string, bytesPerSecond: number) {
  let speed = bytesPerSecond;
  const { hostname, port } = new URL(serverUrl);
  const sockets = new Set<Socket>();
  let isCut = false;
  let sentBytes = 0;
  let heldRequest: string | null = null;
  let refusedRequest: { request: string; refusal: Refusal } | null = null;
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
      // A browser sends a request on a new connection, or after the previous response has ended.
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
    countSentBytes: () => sentBytes,
    cut,
    restore: () => {
      isCut = false;
      refusedRequest = null;
    },
    refuse: (request: string, refusal: Refusal = badGateway) => {
      refusedRequest = { request, refusal };
    },
    /** Requests that begin with this text, such as `POST /api/x `, still reach the server. */
    holdResponsesTo: (request: string) => {
      heldRequest = request;
    },
    /** Sends the responses that were held back; a cut drops them. */
    release,
    slowTo: (bytesPerSecond: number) => {
      speed = bytesPerSecond;
    },
    close: () => {
      cut();
      proxy.close();
    },
  };
}
