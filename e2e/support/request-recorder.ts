import { once } from 'node:events';
import { createServer } from 'node:http';

export interface RecordedRequest {
  path: string;
  query: Record<string, string>;
  body: string;
  cookie: string | undefined;
  referer: string | undefined;
}

export interface Recorder {
  url: string;
  requests: readonly RecordedRequest[];
  clear(): void;
  close(): Promise<void>;
}

export async function startRecorder(): Promise<Recorder> {
  const requests: RecordedRequest[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      const { pathname, searchParams } = new URL(request.url ?? '/', 'http://recorder');
      const { cookie, referer } = request.headers;
      const query = Object.fromEntries(searchParams);
      requests.push({ path: pathname, query, body, cookie, referer });
      response.writeHead(202, { 'set-cookie': '_visitor=1; Path=/' }).end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    clear: () => void requests.splice(0),
    async close() {
      server.closeAllConnections();
      await once(server.close(), 'close');
    },
  };
}
