import type { User } from '@pontual/contract/identity/auth.ts';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';

vi.stubGlobal('addEventListener', () => undefined);
const { currentSession, storeSession } = await import('./session-store.ts');
const { fetchUser } = await import('./session-calls.ts');
afterAll(() => vi.unstubAllGlobals());

const userIn = (workspace: string, email = 'ana@exemplo.com.br'): User => ({
  _id: 'ana',
  email,
  plan: 'free',
  subscriptionStatus: 'none',
  instagramAccountId: null,
  isEmailVerified: true,
  instagramUsername: null,
  instagramConnectedAt: null,
  profilePicture: null,
  role: 'owner',
  workspace,
  workspaces: [],
  memberCount: 1,
  accounts: 0,
});
const sessionIn = (workspace: string) => ({ token: 'of ana', user: userIn(workspace) });

function stubSlowServer(user: User): () => void {
  const { promise, resolve } = Promise.withResolvers<Response>();
  vi.stubGlobal('fetch', () => promise);
  return () => resolve(Response.json({ success: true, data: { user } }));
}

beforeEach(() => storeSession(sessionIn('team')));

test('stores the user that the server returns', async () => {
  const answer = stubSlowServer(userIn('team', 'nova@exemplo.com.br'));
  const request = fetchUser();
  answer();
  await request;
  expect(currentSession()?.user.email).toBe('nova@exemplo.com.br');
});

test('ignores a response for a workspace that the user has left meanwhile', async () => {
  const answer = stubSlowServer(userIn('team'));
  const request = fetchUser();
  storeSession(sessionIn('own'));
  answer();
  await request;
  expect(currentSession()?.user.workspace).toBe('own');
});

test.each<[string, () => Promise<Response>]>([
  ['a gateway', async () => new Response('Bad Gateway', { status: 502 })],
  ['an internal error', async () => Response.json({ code: 'INTERNAL' }, { status: 500 })],
  ['a lost connection', async () => Promise.reject(new TypeError('Failed to fetch'))],
])('keeps the session when the check fails because of %s', async (_, fetch) => {
  vi.stubGlobal('fetch', fetch);
  await fetchUser();
  expect(currentSession()).toEqual(sessionIn('team'));
});
