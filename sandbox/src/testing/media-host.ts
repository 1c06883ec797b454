import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export type MediaHost = {
  /** Offers bytes at a path and gives the address. */
  offer(path: string, bytes: Uint8Array): string;
  /** Offers a redirect to another address. */
  redirect(path: string, target: string): string;
  close(): Promise<void>;
};

/** A small web server: the client's own media host, from which the sandbox downloads. */
export async function startMediaHost(): Promise<MediaHost> {
  const files = new Map<string, Uint8Array>();
  const redirects = new Map<string, string>();
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    const file = files.get(path);
    const target = redirects.get(path);
    if (file) response.end(file);
    else if (target) response.writeHead(302, { location: target }).end();
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A server that listens on TCP has an AddressInfo.
  const { port } = server.address() as AddressInfo;
  return {
    offer: (path, bytes) => {
      files.set(path, bytes);
      return `http://127.0.0.1:${port}${path}`;
    },
    redirect: (path, target) => {
      redirects.set(path, target);
      return `http://127.0.0.1:${port}${path}`;
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
