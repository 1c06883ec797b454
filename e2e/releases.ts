import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';

/** What a build names by its hash. */
const hashed = /(-[\w-]{8})\.js/g;
const NEXT = '$1.next.js';

/**
 * A server in front of the product's that goes over to its next release when it is told: the same
 * code under other names, and nothing under the old ones. A page of it says so by `release`.
 */
export async function releasesOf(serverUrl: string) {
  let release: 'first' | 'next' | 'withoutWorker' = 'first';
  const server = createServer((asked, answer) => {
    const path = asked.url ?? '/';
    if (release === 'withoutWorker' && path === '/service-worker.js') {
      return pass(asked, answer, '/ending-worker.js', (text) => text);
    }
    if (release !== 'next') return pass(asked, answer, path);
    if (/^\/assets\/.*\.js$/.test(path) && !path.endsWith('.next.js')) {
      answer.writeHead(404).end();
      return;
    }
    pass(asked, answer, path.replace('.next.js', '.js'), (text) =>
      text
        .replaceAll(hashed, NEXT)
        .replaceAll(/version:([`"])/g, 'version:$1next-')
        .concat(path.startsWith('/assets/') ? ';globalThis.release="next";' : ''),
    );
  });
  server.listen(0, 'localhost');
  await once(server, 'listening');
  const address = server.address();

  /** Hands over what the product answers; where that is code or a document, changed. */
  function pass(
    asked: IncomingMessage,
    answer: ServerResponse,
    path: string,
    change?: (text: string) => string,
  ): void {
    const headers = { ...asked.headers, 'accept-encoding': 'identity' };
    // The product does not know that there is another release.
    delete headers['if-none-match'];
    delete headers['if-modified-since'];
    const onward = request(serverUrl + path, { method: asked.method, headers }, (given) => {
      const type = given.headers['content-type'] ?? '';
      if (change === undefined || !/javascript|html/.test(type)) {
        answer.writeHead(given.statusCode ?? 502, given.headers);
        given.pipe(answer);
        return;
      }
      const chunks: Buffer[] = [];
      given.on('data', (chunk: Buffer) => chunks.push(chunk));
      given.on('end', () => {
        const { 'content-length': _length, etag: _etag, ...rest } = given.headers;
        answer.writeHead(given.statusCode ?? 502, rest);
        answer.end(change(Buffer.concat(chunks).toString()));
      });
    });
    onward.on('error', () => answer.destroy());
    answer.on('close', () => onward.destroy());
    asked.pipe(onward);
  }

  return {
    url: `http://localhost:${typeof address === 'object' ? address?.port : ''}`,
    goOver: (to: 'next' | 'withoutWorker') => {
      release = to;
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
