import { createServer } from 'node:http';
import { getEventListeners, once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { NotSentError, sendOverHttp, type GraphRequest } from './transport.ts';

let received: string[] = [];
const server = createServer((request, response) => {
  received.push(`${request.method} ${request.url}`);
  if (request.url === '/silent') return;
  if (request.url === '/moved') {
    response.statusCode = 302;
    response.setHeader('location', `${url}/elsewhere`);
  }
  request.setEncoding('utf8');
  let body = '';
  request.on('data', (text: string) => (body += text));
  request.on('end', () => response.setHeader('x-sent', body).end('{"id":"1"}'));
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

const outgoing = (more: Partial<GraphRequest> = {}): GraphRequest => ({
  url: `${url}/publish?a=1`,
  method: 'POST',
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body: 'creation_id=7',
  signal: new AbortController().signal,
  ...more,
});

beforeEach(() => {
  received = [];
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

test('sends a request and returns the response', async () => {
  const answer = await sendOverHttp(outgoing({ canSend: () => true }));
  expect(answer.text).toBe('{"id":"1"}');
  expect(answer.headers['x-sent']).toBe('creation_id=7');
  expect(received).toEqual(['POST /publish?a=1']);
});

test('does not send a request when canSend returns false', async () => {
  await expect(sendOverHttp(outgoing({ canSend: () => false }))).rejects.toThrow(NotSentError);
  await sendOverHttp(outgoing({ method: 'GET', url: `${url}/next`, body: null }));
  expect(received).toEqual(['GET /next']);
});

test('calls canSend after the connection is established, not before', async () => {
  // No earlier request has left an open connection to this server.
  const unvisited = createServer((_request, response) => response.end('{"id":"1"}'));
  unvisited.listen(0, '127.0.0.1');
  await once(unvisited, 'listening');
  const { port } = unvisited.address() as AddressInfo;
  let connectionCount: Promise<number> | undefined;
  await sendOverHttp(
    outgoing({
      url: `http://127.0.0.1:${port}/publish`,
      canSend() {
        connectionCount = new Promise((resolve) =>
          unvisited.getConnections((_error, count) => resolve(count)),
        );
        return true;
      },
    }),
  );
  expect(await connectionCount).toBe(1);
  unvisited.closeAllConnections();
  unvisited.close();
});

test('stops waiting when the signal aborts, and then sends nothing', async () => {
  const { signal, abort } = controlled();
  const call = sendOverHttp(outgoing({ url: `${url}/silent`, signal }));
  await expect.poll(() => received).toEqual(['POST /silent']);
  abort();
  await expect(call).rejects.toThrow('no answer in time');

  const late = controlled();
  const never = sendOverHttp(outgoing({ url: `${url}/late`, signal: late.signal }));
  late.abort();
  await expect(never).rejects.toThrow('no answer in time');
  await sendOverHttp(outgoing({ method: 'GET', url: `${url}/next`, body: null }));
  expect(received).toEqual(['POST /silent', 'GET /next']);
});

test('does not follow a redirect', async () => {
  const { headers } = await sendOverHttp(outgoing({ url: `${url}/moved` }));
  expect(headers.location).toBe(`${url}/elsewhere`);
  expect(received).toEqual(['POST /moved']);
});

function controlled() {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort() };
}

test.each([
  ['an answer', {}],
  ['a request that is not sent', { canSend: () => false }],
  ['an error', { url: 'http://127.0.0.1:1/' }],
])('leaves no listener on its signal after %s', async (_end, more) => {
  const { signal } = new AbortController();
  await sendOverHttp(outgoing({ signal, ...more })).catch(() => undefined);
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});
