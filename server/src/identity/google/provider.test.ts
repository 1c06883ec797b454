import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { systemClock } from '../../platform/clock.ts';
import { freePort } from '../../../testing/free-port.ts';
import {
  OIDC_CLIENT,
  startFaultyOidcProvider,
  type OidcFaults,
} from '../../../testing/faulty-oidc-provider.ts';
import { createGoogleProvider } from './provider.ts';

const checks = { state: 'estado', nonce: 'uma-vez', codeVerifier: 'v'.repeat(43) };

let google: Awaited<ReturnType<typeof startFaultyOidcProvider>>;
beforeAll(async () => {
  google = await startFaultyOidcProvider(checks.nonce);
});
beforeEach(() => google.setFaults({}));
afterAll(() => google.close());

const providerAt = (issuer: string, timeoutMs?: number) =>
  createGoogleProvider(
    {
      issuer,
      ...OIDC_CLIENT,
      redirectUri: 'http://localhost:3000/api/auth/google/callback',
      ...(timeoutMs === undefined ? {} : { timeoutMs }),
    },
    systemClock,
  );

async function finishSignIn(more: Record<string, string> = {}, timeoutMs?: number) {
  const query = new URLSearchParams({ code: 'c', state: 'estado', iss: google.issuer, ...more });
  return providerAt(google.issuer, timeoutMs)
    .claimsOf(query.toString(), checks)
    .catch((error: Error) => error.message);
}

test('returns the claims of a valid ID token', async () => {
  google.setFaults({ claims: { hd: 'oficina.com.br' } });
  expect(await finishSignIn()).toEqual({
    issuer: google.issuer,
    subject: '1',
    email: 'alguem@gmail.com',
    emailVerified: true,
    organisation: 'oficina.com.br',
  });
});

test.each<[unknown, boolean]>([
  [true, true],
  ['true', true],
  [false, false],
  ['false', false],
  [undefined, false],
])('reads email_verified %j as %s', async (value, isVerified) => {
  google.setFaults({ claims: { email_verified: value } });
  expect(await finishSignIn()).toMatchObject({ emailVerified: isVerified });
});

const soon = Math.floor(Date.now() / 1000);
const providerLies: [string, OidcFaults][] = [
  ['is another issuer’s', { claims: { iss: 'https://mau.example' } }],
  ['is for another application', { claims: { aud: 'outro' } }],
  [
    'is for several applications, and was requested by another',
    { claims: { aud: ['pontual', 'outro'], azp: 'outro' } },
  ],
  ['answers another sign-in', { claims: { nonce: 'outra-vez' } }],
  ['answers none', { claims: { nonce: undefined } }],
  ['has expired', { claims: { exp: soon - 3600 } }],
  ['is not yet valid', { claims: { nbf: soon + 3600 } }],
  ['is signed by a stranger', { signature: 'stranger' }],
  ['is not signed', { signature: 'none', header: { alg: 'none' } }],
  ['has no signature', { signature: 'none' }],
  ['is signed with the secret of the application', { header: { alg: 'HS256' } }],
  ['names a key that is not published', { header: { kid: 'dois' } }],
  ['names nobody', { claims: { sub: undefined } }],
  ['has no address', { claims: { email: undefined } }],
  ['has an address that is none', { claims: { email: 'a@b\r\nBcc: c@d.ef' } }],
];
test.each(providerLies)('refuses an ID token that %s', async (_what, lie) => {
  google.setFaults(lie);
  expect(await finishSignIn()).toBe('sign_in_failed');
});

test.each([
  ['another state', { state: 'outro' }],
  ['another issuer', { iss: 'https://mau.example' }],
  ['an error of another issuer', { error: 'access_denied', iss: 'https://mau.example' }],
  ['an error that is not a refusal', { error: 'server_error' }],
])('refuses a callback with %s', async (_what, query) => {
  expect(await finishSignIn(query)).toBe('sign_in_failed');
});

test('reports a refusal of the user as access_denied', async () => {
  expect(await finishSignIn({ error: 'access_denied' })).toBe('access_denied');
});

test('refuses a provider whose metadata names another issuer', async () => {
  google.setFaults({ metadata: { issuer: 'https://mau.example' } });
  expect(await finishSignIn()).toBe('provider_unavailable');
});

describe('an unavailable Google', () => {
  const begin = (issuer: string, timeoutMs?: number) =>
    providerAt(issuer, timeoutMs)
      .signInUrl(checks)
      .catch((error: Error) => error.message);

  test('is reported before the browser is redirected', async () => {
    expect(await begin(`http://localhost:${await freePort()}`)).toBe('provider_unavailable');
  });

  test.each(['/.well-known/openid-configuration', '/token', '/jwks'])(
    'is reported after the timeout of a call: %s',
    async (silent) => {
      google.setFaults({ silent });
      expect(await finishSignIn({}, 200)).toBe('provider_unavailable');
    },
  );

  test.each(['/.well-known/openid-configuration', '/token', '/jwks'])(
    'is reported when its endpoint fails: %s',
    async (broken) => {
      google.setFaults({ broken });
      expect(await finishSignIn()).toBe('provider_unavailable');
    },
  );

  test('is called again at the next attempt, and its metadata are cached after a success', async () => {
    google.setFaults({ broken: '/.well-known/openid-configuration' });
    const provider = providerAt(google.issuer);
    await expect(provider.signInUrl(checks)).rejects.toThrow('provider_unavailable');
    google.setFaults({});
    expect(await provider.signInUrl(checks)).toContain(`${google.issuer}/auth?`);
    const calls = google.calls();
    await provider.signInUrl(checks);
    expect(google.calls()).toBe(calls);
  });
});
