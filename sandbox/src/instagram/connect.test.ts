import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startSandbox, type Sandbox } from '../sandbox.ts';
import {
  chooseInDialog,
  connectAccount,
  callControl,
  getErrorKey,
  exchangeCode,
  callGraph,
} from '../../testing/graph-client.ts';

let sandbox: Sandbox;

beforeAll(async () => {
  sandbox = await startSandbox();
});
beforeEach(() => sandbox.reset());
afterAll(() => sandbox.close());

test('a person connects an account and gets a page token that does not expire', async () => {
  const account = await connectAccount(sandbox, 'cafe.serra');
  const me = await callGraph(sandbox, 'GET', '/me', {
    fields: 'id,name',
    access_token: account.userToken,
  });
  expect(me.body).toEqual({ id: expect.stringMatching(/^\d+$/), name: 'Davi Serrano' });

  const ig = await callGraph(sandbox, 'GET', `/${account.igId}`, {
    fields: 'username,profile_picture_url',
    access_token: account.pageToken,
  });
  expect(ig.body).toMatchObject({ id: account.igId, username: 'cafe.serra' });

  const { META_APP_ID, META_APP_SECRET } = sandbox.services;
  const inspection = await callGraph(sandbox, 'GET', '/debug_token', {
    input_token: account.pageToken,
    access_token: `${META_APP_ID}|${META_APP_SECRET}`,
  });
  expect(inspection.body).toMatchObject({ data: { type: 'PAGE', is_valid: true, expires_at: 0 } });
});

test('the redirect carries the code, the unchanged state and the fragment of Facebook', async () => {
  const address = await chooseInDialog(sandbox, 'atelie.barro');
  expect(address.searchParams.get('code')).toMatch(/^AQ/);
  expect(address.searchParams.get('state')).toBe('estado-1');
  expect(address.hash).toBe('#_=_');
});

test('cancelling denies the access', async () => {
  const { searchParams } = await chooseInDialog(sandbox, 'Cancelar');
  expect(Object.fromEntries(searchParams)).toEqual({
    error: 'access_denied',
    error_code: '200',
    error_description: 'Permissions error',
    error_reason: 'user_denied',
    state: 'estado-1',
  });
});

test('an expired session returns with a different state', async () => {
  const { searchParams } = await chooseInDialog(sandbox, 'Sessão expirada');
  expect(searchParams.get('state')).not.toBe('estado-1');
});

test('a refused code cannot be exchanged', async () => {
  const { searchParams } = await chooseInDialog(sandbox, 'Falha na troca');
  const answer = await exchangeCode(sandbox, searchParams.get('code') ?? '');
  expect(answer.status).toBe(400);
  expect(getErrorKey(answer)).toBe('100/36007');
});

test('a code is valid once', async () => {
  const { searchParams } = await chooseInDialog(sandbox, 'atelie.barro');
  const code = searchParams.get('code') ?? '';
  await exchangeCode(sandbox, code);
  expect(getErrorKey(await exchangeCode(sandbox, code))).toBe('100/36009');
});

test('a person without a page has an empty list, and a page may have no account', async () => {
  expect(await connectAccount(sandbox, 'Sem página')).toMatchObject({ pageToken: '', igId: '' });
  const pageOnly = await connectAccount(sandbox, 'Página sem Instagram');
  expect(pageOnly.pageToken).not.toBe('');
  expect(pageOnly.igId).toBe('');
});

test('the dialog has a real button for every choice', async () => {
  const query = new URLSearchParams({
    client_id: sandbox.services.META_APP_ID,
    redirect_uri: 'http://localhost:3000/callback',
    state: 's',
  });
  const response = await fetch(`${sandbox.url}/v25.0/dialog/oauth?${query.toString()}`);
  const page = await response.text();
  expect(page).toContain('ambiente de demonstração');
  const names = [...page.matchAll(/<button[^>]*type="submit"[^>]*>\s*([^<]+?)\s*</g)];
  expect(names.map((match) => match[1])).toEqual([
    'atelie.barro',
    'cafe.serra',
    'Sem página',
    'Página sem Instagram',
    'Cancelar',
    'Sessão expirada',
    'Falha na troca',
    'Sem acesso às métricas',
    'Sem permissão de publicar',
  ]);
});

test.each([
  ['an unknown app', { client_id: '1' }, 'ID do aplicativo inválido'],
  ['no redirect_uri', { redirect_uri: '' }, 'URL bloqueada'],
  ['an unknown permission', { scope: 'instagram_everything' }, 'Invalid Scopes'],
])('the dialog shows its own error for %s', async (_, change, text) => {
  const query = new URLSearchParams({
    client_id: sandbox.services.META_APP_ID,
    redirect_uri: 'http://localhost:3000/callback',
    ...change,
  });
  const response = await fetch(`${sandbox.url}/v25.0/dialog/oauth?${query.toString()}`);
  expect(response.status).toBe(400);
  expect(await response.text()).toContain(text);
});

test('the dialog takes what the sample of Meta sends', async () => {
  const query = new URLSearchParams({
    app_id: sandbox.services.META_APP_ID,
    client_id: sandbox.services.META_APP_ID,
    redirect_uri: 'http://localhost:3000/callback',
    scope: 'instagram_basic',
  });
  const response = await fetch(`${sandbox.url}/v25.0/dialog/oauth?${query.toString()}`);
  expect(await response.text()).toContain('atelie.barro');
  expect(response.status).toBe(200);
});

test('missing, unknown and foreign tokens return different errors', async () => {
  const { pageToken } = await connectAccount(sandbox);
  expect(getErrorKey(await callGraph(sandbox, 'GET', '/me'))).toBe('104');
  expect(getErrorKey(await callGraph(sandbox, 'GET', '/me', { access_token: 'EAABnothing' }))).toBe(
    '190',
  );
  const other = await connectAccount(sandbox, 'cafe.serra');
  const foreign = await callGraph(sandbox, 'GET', `/${other.igId}`, { access_token: pageToken });
  expect(getErrorKey(foreign)).toBe('100/33');
});

test('a wrong proof of the app secret is refused and a right one accepted', async () => {
  const { userToken: access_token } = await connectAccount(sandbox);
  const proof = createHmac('sha256', sandbox.services.META_APP_SECRET)
    .update(access_token)
    .digest('hex');
  const good = await callGraph(sandbox, 'GET', '/me', { access_token, appsecret_proof: proof });
  expect(good.status).toBe(200);
  const bad = await callGraph(sandbox, 'GET', '/me', { access_token, appsecret_proof: 'abc' });
  expect(bad.body.error?.['type']).toBe('GraphMethodException');
});

test('a user token expires after sixty days, the page token with its data access', async () => {
  const { userToken, pageToken } = await connectAccount(sandbox);
  const day = 24 * 3600 * 1000;
  await callControl(sandbox, '/clock', { advanceMs: 61 * day });
  expect(getErrorKey(await callGraph(sandbox, 'GET', '/me', { access_token: userToken }))).toBe(
    '190/463',
  );
  expect((await callGraph(sandbox, 'GET', '/me', { access_token: pageToken })).status).toBe(200);
  await callControl(sandbox, '/clock', { advanceMs: 30 * day });
  expect(getErrorKey(await callGraph(sandbox, 'GET', '/me', { access_token: pageToken }))).toBe(
    '190/463',
  );
});

test.each(['me', 'id'])(
  'removing the app by %s invalidates every token of that person',
  async (by) => {
    const { userToken, pageToken } = await connectAccount(sandbox);
    const me = await callGraph(sandbox, 'GET', '/me', { access_token: userToken });
    const node = by === 'me' ? 'me' : String(me.body['id']);
    const path = `/${node}/permissions`;
    const removed = await callGraph(sandbox, 'DELETE', path, { access_token: userToken });
    expect(removed.body).toEqual({ success: true });
    expect(getErrorKey(await callGraph(sandbox, 'GET', '/me', { access_token: pageToken }))).toBe(
      '190/458',
    );
  },
);

test('a call that needs a permission is refused without it', async () => {
  const { userToken, igId } = await connectAccount(
    sandbox,
    'atelie.barro',
    'instagram_basic,pages_show_list,pages_read_engagement',
  );
  const answer = await callGraph(sandbox, 'GET', `/${igId}/content_publishing_limit`, {
    access_token: userToken,
  });
  expect(getErrorKey(answer)).toBe('10');
});

test('every call is in the log with its tokens masked', async () => {
  const { userToken } = await connectAccount(sandbox);
  await callGraph(sandbox, 'GET', '/me', { access_token: userToken });
  const log = await (await callControl(sandbox, '/instagram/calls')).text();
  expect(log).toContain('"path":"/me/accounts"');
  expect(log).not.toContain(userToken);
});
