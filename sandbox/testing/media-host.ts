import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

type HostResponse = {
  status: number;
  headers?: Record<string, string>;
  body?: Uint8Array | string;
};
/** An answer, a connection that is closed without one, or one that is left open. */
type HostBehavior = HostResponse | 'cut' | 'stall';

export type MediaHost = {
  /** Offers bytes at a path and gives the address. */
  addFile(path: string, bytes: Uint8Array): string;
  /** Offers a redirect to another address. */
  addRedirect(path: string, target: string): string;
  /** Answers a path with whatever it is; `cut` hangs up instead. */
  setResponse(path: string, setResponse: HostResponse | 'cut'): void;
  /** Gives the address of a download that does not end before the host closes. */
  addStalled(path: string): string;
  /** Every request so far: `user agent path`. */
  requests(): string[];
  close(): Promise<void>;
};

/** A small web server: the client's own media host, from which the sandbox downloads. */
export async function startMediaHost(): Promise<MediaHost> {
  const responses = new Map<string, HostBehavior>();
  const requests: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    requests.push(`${request.headers['user-agent']} ${path}`);
    const answer = responses.get(path) ?? { status: 404 };
    if (answer === 'cut') request.socket.destroy();
    else if (answer !== 'stall') response.writeHead(answer.status, answer.headers).end(answer.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A server that listens on TCP has an AddressInfo.
  const { port } = server.address() as AddressInfo;
  const setPath = (path: string, answer: HostBehavior): string => {
    responses.set(path, answer);
    return `http://127.0.0.1:${port}${path}`;
  };
  return {
    addFile: (path, body) => setPath(path, { status: 200, body }),
    addRedirect: (path, location) => setPath(path, { status: 302, headers: { location } }),
    setResponse: (path, answer) => void setPath(path, answer),
    addStalled: (path) => setPath(path, 'stall'),
    requests: () => requests,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
