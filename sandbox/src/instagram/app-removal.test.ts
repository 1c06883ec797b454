import { createHmac } from 'node:crypto';
import fastify, { type FastifyInstance } from 'fastify';
import formbody from '@fastify/formbody';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { startSandbox, type Sandbox } from '../sandbox.ts';
import { connectAccount, callControl, getErrorKey, callGraph } from '../../testing/graph-client.ts';

const DAVI = '10158000000000002';
const callbackSchema = z.object({ signed_request: z.string() });

let app: FastifyInstance;
let appUrl: string;
let sandbox: Sandbox;
const receivedCallbacks: { path: string; signedRequest: string }[] = [];

beforeAll(async () => {
  app = fastify();
  await app.register(formbody);
  for (const name of ['deauthorize', 'data-deletion']) {
    app.post(`/api/webhooks/meta/${name}`, async ({ body, url }) => {
      receivedCallbacks.push({
        path: url,
        signedRequest: callbackSchema.parse(body).signed_request,
      });
      return name === 'deauthorize'
        ? {}
        : { url: 'http://localhost:1/exclusao/abc', confirmation_code: 'abc' };
    });
  }
  appUrl = await app.listen({ port: 0, host: '127.0.0.1' });
  sandbox = await startSandbox({ appUrl });
});
beforeEach(async () => {
  receivedCallbacks.length = 0;
  await sandbox.reset();
});
afterAll(async () => {
  await sandbox.close();
  await app.close();
});

const pressButton = (person: string, action: string) =>
  fetch(`${sandbox.url}/facebook/settings/apps`, {
    method: 'POST',
    body: new URLSearchParams({ person, action }),
  }).then((response) => response.text());

test('removing the app invalidates the tokens, and the app receives a signed request', async () => {
  const { userToken } = await connectAccount(sandbox, 'cafe.serra');
  const other = await connectAccount(sandbox, 'atelie.barro');
  expect(await pressButton(DAVI, 'remove')).toContain('Davi Serrano removeu o aplicativo');
  const [request, ...more] = receivedCallbacks;
  expect([request?.path, more]).toEqual(['/api/webhooks/meta/deauthorize', []]);
  const [signature = '', payload = ''] = request?.signedRequest.split('.') ?? [];
  const secret = sandbox.services.META_APP_SECRET;
  expect(createHmac('sha256', secret).update(payload).digest('base64url')).toBe(signature);
  expect(JSON.parse(Buffer.from(payload, 'base64url').toString())).toEqual({
    algorithm: 'HMAC-SHA256',
    issued_at: expect.any(Number),
    user_id: DAVI,
  });
  const refused = await callGraph(sandbox, 'GET', '/me', { access_token: userToken });
  expect(getErrorKey(refused)).toBe('190/458');
  const alive = await callGraph(sandbox, 'GET', '/me', { access_token: other.userToken });
  expect(alive.status).toBe(200);
});

test('requesting a deletion shows the confirmation code and the URL of its status', async () => {
  const page = await pressButton(DAVI, 'delete');
  expect(page).toContain('<code>abc</code>');
  expect(page).toContain('href="http://localhost:1/exclusao/abc"');
  expect(receivedCallbacks.map(({ path }) => path)).toEqual(['/api/webhooks/meta/data-deletion']);
});

test('a control call does the same and returns the response of the app', async () => {
  const answer = await callControl(sandbox, '/instagram/removals', {
    username: 'cafe.serra',
    action: 'remove',
  });
  expect(await answer.json()).toEqual({
    signed_request: receivedCallbacks[0]?.signedRequest,
    status: 200,
    answer: {},
  });
  const unknown = await callControl(sandbox, '/instagram/removals', {
    username: 'ninguem',
    action: 'remove',
  });
  expect(unknown.status).toBe(400);
});

test('an unreachable app is reported, and its tokens are invalid all the same', async () => {
  await callControl(sandbox, '/settings', { appUrl: 'http://127.0.0.1:1' });
  const { userToken } = await connectAccount(sandbox, 'cafe.serra');
  expect(await pressButton(DAVI, 'remove')).toContain('não respondeu');
  const refused = await callGraph(sandbox, 'GET', '/me', { access_token: userToken });
  expect(getErrorKey(refused)).toBe('190/458');
});

test('an unknown person changes nothing', async () => {
  expect(await pressButton('1', 'remove')).toContain('Pessoa desconhecida');
  expect(receivedCallbacks).toEqual([]);
});
