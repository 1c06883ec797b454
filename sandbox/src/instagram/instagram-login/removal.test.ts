import { createHmac } from 'node:crypto';
import formbody from '@fastify/formbody';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSandbox, type Sandbox } from '../../sandbox.ts';
import { callControl } from '../../../testing/graph-client.ts';
import {
  callInstagram,
  describeInstagramError,
  logInWithInstagram,
} from '../../../testing/instagram-login-client.ts';

let app: FastifyInstance;
let sandbox: Sandbox;
const received: string[] = [];

beforeAll(async () => {
  app = fastify();
  await app.register(formbody);
  app.post('/api/webhooks/meta/:callback', async ({ url, body }) => {
    received.push(url, (body as { signed_request: string }).signed_request);
    return {};
  });
  sandbox = await startSandbox({ appUrl: await app.listen({ port: 0, host: '127.0.0.1' }) });
});
afterAll(async () => {
  await sandbox.close();
  await app.close();
});

test('a removal ends the tokens and calls the app with the id and the secret of this login', async () => {
  const { token, scopedId } = await logInWithInstagram(sandbox);
  const page = `${sandbox.services.INSTAGRAM_DIALOG_URL}/accounts/manage_access`;
  expect(await (await fetch(page)).text()).toContain('lia.prates');
  const pressed = await fetch(page, {
    method: 'POST',
    body: new URLSearchParams({ username: 'lia.prates', action: 'remove' }),
  });
  expect(await pressed.text()).toContain('lia.prates removeu o aplicativo');
  const [path, request = ''] = received;
  const [signature, payload = ''] = request.split('.');
  const { INSTAGRAM_APP_SECRET } = sandbox.services;
  const expected = createHmac('sha256', INSTAGRAM_APP_SECRET).update(payload).digest('base64url');
  expect([path, signature]).toEqual(['/api/webhooks/meta/deauthorize', expected]);
  expect(JSON.parse(Buffer.from(payload, 'base64url').toString())).toMatchObject({
    user_id: scopedId,
  });
  const read = await callInstagram(sandbox, 'GET', '/v25.0/me', { access_token: token });
  expect(describeInstagramError(read)).toBe('190/458 OAuthException');
});

test('a request for deletion goes to its own path', async () => {
  await logInWithInstagram(sandbox);
  received.length = 0;
  const request = { username: 'lia.prates', action: 'delete' };
  const response = await callControl(sandbox, '/instagram-login/removals', request);
  expect(await response.json()).toMatchObject({ status: 200 });
  expect(received[0]).toBe('/api/webhooks/meta/data-deletion');
});
