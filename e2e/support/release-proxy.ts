import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';

const hashed = /(-[\w-]{8})\.js/g;
const NEXT = '$1.next.js';

/** The next release has new file names, 404 for the old ones, and pages that set `globalThis.release`. */
export async function startReleaseProxy(serverUrl: string) {
  let release: 'first' | 'next' | 'withoutWorker' = 'first';
  const server = createServer((incoming, outgoing) => {
    const path = incoming.url ?? '/';
    if (release === 'withoutWorker' && path === '/service-worker.js') {
      return forward(incoming, outgoing, '/ending-worker.js', (text) => text);
    }
    if (release !== 'next') return forward(incoming, outgoing, path);
    if (/^\/assets\/.*\.js$/.test(path) && !path.endsWith('.next.js')) {
      outgoing.writeHead(404).end();
      return;
    }
    forward(incoming, outgoing, path.replace('.next.js', '.js'), (text) =>
      text
        .replaceAll(hashed, NEXT)
        .replaceAll(/version:([`"])/g, 'version:$1next-')
        .concat(path.startsWith('/assets/') ? ';globalThis.release="next";' : ''),
    );
  });
  server.listen(0, 'localhost');
  await once(server, 'listening');
  const address = server.address();

  function forward(
    incoming: IncomingMessage,
    outgoing: ServerResponse,
    path: string,
    change?: (text: string) => string,
  ): void {
    const headers = { ...incoming.headers, 'accept-encoding': 'identity' };
    // The product knows only one release and would respond with 304.
    delete headers['if-none-match'];
    delete headers['if-modified-since'];
    const upstreamRequest = request(
      serverUrl + path,
      { method: incoming.method, headers },
      (upstreamResponse) => {
        const type = upstreamResponse.headers['content-type'] ?? '';
        if (change === undefined || !/javascript|html/.test(type)) {
          outgoing.writeHead(upstreamResponse.statusCode ?? 502, upstreamResponse.headers);
          upstreamResponse.pipe(outgoing);
          return;
        }
        const chunks: Buffer[] = [];
        upstreamResponse.on('data', (chunk: Buffer) => chunks.push(chunk));
        upstreamResponse.on('end', () => {
          const { 'content-length': _length, etag: _etag, ...rest } = upstreamResponse.headers;
          outgoing.writeHead(upstreamResponse.statusCode ?? 502, rest);
          outgoing.end(change(Buffer.concat(chunks).toString()));
        });
      },
    );
    upstreamRequest.on('error', () => outgoing.destroy());
    outgoing.on('close', () => upstreamRequest.destroy());
    incoming.pipe(upstreamRequest);
  }

  return {
    url: `http://localhost:${typeof address === 'object' ? address?.port : ''}`,
    switchTo: (to: 'next' | 'withoutWorker') => {
      release = to;
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
