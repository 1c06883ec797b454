import { createHash, createPublicKey, verify, type JsonWebKey } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { startSandbox, type Sandbox } from '../sandbox.ts';
import { callControl } from '../../testing/graph-client.ts';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
beforeEach(() => sandbox.reset());
afterAll(() => sandbox.close());

const VERIFIER = 'v'.repeat(43);
const RETURN = 'http://localhost:4999/retorno';
const MARINA = '107000000000000000001';

const discover = async (targetSandbox: Sandbox) => {
  const address = `${targetSandbox.services.GOOGLE_ISSUER}/.well-known/openid-configuration`;
  return (await (await fetch(address)).json()) as Record<string, string>;
};

function openBrowser() {
  const cookies = new Map<string, string>();
  return async (url: string, form?: Record<string, string>) => {
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form === undefined ? {} : { method: 'POST', body: new URLSearchParams(form) }),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [name = '', value = ''] = cookie.split(';')[0]?.split('=') ?? [];
      cookies.set(name, value);
    }
    return response;
  };
}

type Browser = ReturnType<typeof openBrowser>;
const readLocation = (response: Response, from: string) =>
  new URL(response.headers.get('location') ?? '', from).href;

async function startSignIn(
  targetSandbox: Sandbox,
  browser: Browser,
  overrides: Record<string, string> = {},
) {
  const { authorization_endpoint: address = '' } = await discover(targetSandbox);
  const parameters = new URLSearchParams({
    client_id: targetSandbox.services.GOOGLE_CLIENT_ID,
    redirect_uri: RETURN,
    response_type: 'code',
    scope: 'openid email profile',
    state: 'estado-1',
    nonce: 'uma-vez',
    prompt: 'select_account',
    code_challenge: createHash('sha256').update(VERIFIER).digest('base64url'),
    code_challenge_method: 'S256',
    ...overrides,
  });
  return readLocation(await browser(`${address}?${parameters.toString()}`), address);
}

async function chooseUser(browser: Browser, chooser: string, choice: string): Promise<URL> {
  const chosen = readLocation(await browser(chooser, { choice }), chooser);
  return new URL(readLocation(await browser(chosen), chosen));
}

async function exchangeCode(targetSandbox: Sandbox, code: string, verifier = VERIFIER) {
  const { token_endpoint: address = '' } = await discover(targetSandbox);
  const response = await fetch(address, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code,
      redirect_uri: RETURN,
      code_verifier: verifier,
      client_id: targetSandbox.services.GOOGLE_CLIENT_ID,
      client_secret: targetSandbox.services.GOOGLE_CLIENT_SECRET,
    }),
  });
  return (await response.json()) as Record<string, string>;
}

async function readIdToken(targetSandbox: Sandbox, token = ''): Promise<Record<string, unknown>> {
  const { jwks_uri: address = '' } = await discover(targetSandbox);
  const { keys } = (await (await fetch(address)).json()) as { keys: JsonWebKey[] };
  const [header = '', payload = '', signature = ''] = token.split('.');
  const key = createPublicKey({ key: keys[0] ?? {}, format: 'jwk' });
  const signed = Buffer.from(`${header}.${payload}`);
  expect(verify('RSA-SHA256', signed, key, Buffer.from(signature, 'base64url'))).toBe(true);
  return JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, unknown>;
}

async function signIn(choice: string) {
  const browser = openBrowser();
  const back = await chooseUser(browser, await startSignIn(sandbox, browser), choice);
  const { id_token: token } = await exchangeCode(sandbox, back.searchParams.get('code') ?? '');
  return readIdToken(sandbox, token);
}

test('a chosen user returns with a code, and the ID token identifies the user', async () => {
  const browser = openBrowser();
  const back = await chooseUser(browser, await startSignIn(sandbox, browser), MARINA);
  expect(back.origin + back.pathname).toBe(RETURN);
  expect(Object.fromEntries(back.searchParams)).toEqual({
    code: expect.any(String),
    state: 'estado-1',
    iss: sandbox.services.GOOGLE_ISSUER,
  });
  const answer = await exchangeCode(sandbox, back.searchParams.get('code') ?? '');
  expect(await readIdToken(sandbox, answer['id_token'])).toMatchObject({
    iss: sandbox.services.GOOGLE_ISSUER,
    aud: sandbox.services.GOOGLE_CLIENT_ID,
    sub: MARINA,
    nonce: 'uma-vez',
    email: 'marina.duarte@gmail.com',
    email_verified: true,
    name: 'Marina Duarte',
  });
});

test.each([
  ['107000000000000000002', { email_verified: true, hd: 'cafeserra.com.br' }],
  ['107000000000000000004', { email_verified: false }],
  ['107000000000000000005', { email_verified: 'true' }],
])('the claims of %s represent their own case', async (id, claims) => {
  expect(await signIn(id)).toMatchObject({ sub: id, ...claims });
});

test('an earlier user is prompted again, and may choose another account', async () => {
  const browser = openBrowser();
  await chooseUser(browser, await startSignIn(sandbox, browser), MARINA);
  const chooser = await startSignIn(sandbox, browser);
  expect(await (await browser(chooser)).text()).toContain('Fazer login com o Google');
  const back = await chooseUser(browser, chooser, '107000000000000000003');
  const answer = await exchangeCode(sandbox, back.searchParams.get('code') ?? '');
  expect(await readIdToken(sandbox, answer['id_token'])).toMatchObject({
    email: 'lia@liaprado.com.br',
  });
});

test('cancelling denies the access', async () => {
  const browser = openBrowser();
  const back = await chooseUser(browser, await startSignIn(sandbox, browser), '');
  expect(back.searchParams.get('error')).toBe('access_denied');
  expect(back.searchParams.get('state')).toBe('estado-1');
});

test('a code is valid once, and only with its verifier', async () => {
  const browser = openBrowser();
  const first = await chooseUser(browser, await startSignIn(sandbox, browser), MARINA);
  const code = first.searchParams.get('code') ?? '';
  expect(await exchangeCode(sandbox, code, 'w'.repeat(43))).toMatchObject({
    error: 'invalid_grant',
  });
  const second = await chooseUser(browser, await startSignIn(sandbox, browser), MARINA);
  const fresh = second.searchParams.get('code') ?? '';
  expect(await exchangeCode(sandbox, fresh)).toHaveProperty('id_token');
  expect(await exchangeCode(sandbox, fresh)).toMatchObject({ error: 'invalid_grant' });
});

test('an unknown client gets an error page instead of a redirect', async () => {
  const browser = openBrowser();
  const { authorization_endpoint: address } = await discover(sandbox);
  const answer = await browser(`${address}?client_id=ninguem&response_type=code&scope=openid`);
  expect(answer.status).toBe(400);
  expect(await answer.text()).toContain('Não foi possível entrar');
});

test('an interaction that was never started is refused', async () => {
  const address = `${sandbox.services.GOOGLE_ISSUER}/interaction/inventado`;
  expect((await openBrowser()(address)).status).toBe(400);
  expect((await openBrowser()(address, { choice: MARINA })).status).toBe(400);
});

test('an added user can be chosen until a reset', async () => {
  const body = { name: 'Rui', email: 'rui@gmail.com' };
  const answer = await callControl(sandbox, '/google/people', body);
  const { id } = (await answer.json()) as { id: string };
  expect(await signIn(id)).toMatchObject({ email: 'rui@gmail.com', email_verified: true });
  await sandbox.reset();
  expect(await (await callControl(sandbox, '/google/people')).json()).toHaveLength(5);
});

test('a restart with the same file signs with the same key', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sandbox-google-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const keysOf = async () => {
    const targetSandbox = await startSandbox({ stateFile: join(folder, 'state.db') });
    const { jwks_uri: address = '' } = await discover(targetSandbox);
    const keys = await (await fetch(address)).json();
    await targetSandbox.close();
    return keys;
  };
  expect(await keysOf()).toEqual(await keysOf());
});
