import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

type HostResponse = {
  status: number;
  headers?: Record<string, string>;
  body?: Uint8Array | string;
};
/** A response, a connection that is closed without one, or one that stays open. */
type HostBehavior = HostResponse | 'cut' | 'stall';

export type MediaHost = {
  addFile(path: string, bytes: Uint8Array): string;
  addRedirect(path: string, target: string): string;
  /** Sets the response of a path; `cut` closes the connection. */
  setResponse(path: string, setResponse: HostResponse | 'cut'): void;
  /** Returns the URL of a download that does not end before the host closes. */
  addStalled(path: string): string;
  /** All requests as `<user agent> <path>`. */
  requests(): string[];
  close(): Promise<void>;
};

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
