import { once } from 'node:events';
import { createServer, request } from 'node:http';

/** A proxy in front of the web process. It can redirect the link of the check of our own links. */
export async function startFront(port: number, webPort: number) {
  const state = { redirectsMedia: false };
  const server = createServer((incoming, response) => {
    if (state.redirectsMedia && incoming.url?.startsWith('/media/i/sample/') === true) {
      response.writeHead(302, { location: '/login' }).end();
      return;
    }
    const { method, url: path, headers } = incoming;
    const outgoing = request(
      { host: '127.0.0.1', port: webPort, method, path, headers },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      },
    );
    outgoing.once('error', () => {
      if (response.headersSent) response.destroy();
      else response.writeHead(502).end();
    });
    incoming.pipe(outgoing);
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    redirectMedia(isRedirecting: boolean): void {
      state.redirectsMedia = isRedirecting;
    },
    async close(): Promise<void> {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
