import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { WebhookMessage } from '@pontual/contract/public-api/webhook-message.ts';

export interface ReceivedWebhook {
  headers: IncomingHttpHeaders;
  body: string;
  message: WebhookMessage;
}

export type WebhookReceiver = Awaited<ReturnType<typeof startWebhookReceiver>>;

export async function startWebhookReceiver() {
  const received: ReceivedWebhook[] = [];
  let respond = (response: ServerResponse) => void response.writeHead(204).end();
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const body = Buffer.concat(parts).toString('utf8');
      // The cast is safe enough: the test checks the content.
      const message = JSON.parse(body) as WebhookMessage;
      received.push({ headers: request.headers, body, message });
      respond(response);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('it listens at no port');
  return {
    url: `http://127.0.0.1:${address.port}/avisos`,
    received,
    respondWith(status: number, headers: Record<string, string> = {}): void {
      respond = (response) => void response.writeHead(status, headers).end();
    },
    runBeforeResponse(check: () => Promise<unknown>): void {
      respond = (response) => void check().then(() => response.writeHead(204).end());
    },
    /** The promise resolves when the request has come; the function sends its response. */
    holdNextResponse(): Promise<(status: number) => void> {
      return new Promise((resolve) => {
        const usual = respond;
        respond = (response) => {
          respond = usual;
          resolve((status) => void response.writeHead(status).end());
        };
      });
    },
    hangUp(): void {
      respond = (response) => void response.destroy();
    },
    async stop(): Promise<void> {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
