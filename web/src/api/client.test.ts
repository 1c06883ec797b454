import { login } from '@pontual/contract/identity/auth.ts';
import { postStats } from '@pontual/contract/posts/posts.ts';
import type { User } from '@pontual/contract/identity/auth.ts';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';

vi.stubGlobal('addEventListener', () => undefined);
const { currentSession, storeSession } = await import('./session-store.ts');
const { ApiError } = await import('./api-error.ts');
const { call } = await import('./client.ts');
const { toAuthFailure } = await import('../public/auth/auth-errors.ts');
afterAll(() => vi.unstubAllGlobals());

/** Simulates a proxy that responds instead of the server. */
const stubResponse = (status: number, body: unknown) =>
  vi.stubGlobal('fetch', async () =>
    typeof body === 'string' ? new Response(body, { status }) : Response.json(body, { status }),
  );
const stubLocation = (pathname: string) => vi.stubGlobal('location', { pathname });

async function catchApiError(run: Promise<unknown>): Promise<InstanceType<typeof ApiError>> {
  const error: unknown = await run.catch((reason: unknown) => reason);
  if (!(error instanceof ApiError)) throw new Error('no ApiError');
  return error;
}
const stats = () => catchApiError(call(postStats, { query: {} }));

const user = { _id: 'ana', workspace: 'team' } as User;
beforeEach(() => {
  stubLocation('/dashboard');
  storeSession({ token: 'of ana', user });
});

const INTERNAL = 'Erro interno do servidor';
const UNEXPECTED = 'Erro inesperado. Tente novamente.';
const TOO_MANY = 'Muitas tentativas. Aguarde alguns minutos e tente de novo.';

test.each<[string, number, unknown, { code: string; message: string }]>([
  ['a message alone', 409, { message: 'Já existe' }, { code: 'UNKNOWN', message: 'Já existe' }],
  [
    'a message of a wrong field',
    400,
    { message: 'X', code: 7 },
    { code: 'VALIDATION', message: 'X' },
  ],
  ['a bad request', 400, {}, { code: 'VALIDATION', message: 'Dados inválidos' }],
  ['too many requests', 429, 'Too Many Requests', { code: 'RATE_LIMITED', message: TOO_MANY }],
  ['an empty message', 409, { code: 'TAKEN', message: '' }, { code: 'TAKEN', message: INTERNAL }],
  ['a page of a gateway', 502, '<h1>Bad Gateway</h1>', { code: 'INTERNAL', message: INTERNAL }],
  [
    'a fault with words',
    500,
    { message: 'Em manutenção' },
    { code: 'INTERNAL', message: 'Em manutenção' },
  ],
  ['a success without data', 200, { success: true }, { code: 'INTERNAL', message: UNEXPECTED }],
  ['a page with status 200', 200, '<html>', { code: 'INTERNAL', message: UNEXPECTED }],
  ['nothing at all', 404, '', { code: 'INTERNAL', message: INTERNAL }],
])('derives from the status what the body lacks: %s', async (_, status, body, said) => {
  stubResponse(status, body);
  expect(await stats()).toMatchObject({ status, ...said });
});

test.each<[string, unknown]>([
  ['without a code', { message: 'Unauthorized' }],
  ['without a body', ''],
  ['of our own', { success: false, code: 'UNAUTHENTICATED', message: 'Sua sessão terminou.' }],
])('a 401 %s ends the session', async (_, body) => {
  stubResponse(401, body);
  await stats();
  expect(currentSession()).toBeNull();
});

test('a 401 with another code ends no session', async () => {
  stubResponse(401, { success: false, code: 'INVALID_CREDENTIALS', message: 'Senha incorreta' });
  await stats();
  expect(currentSession()).not.toBeNull();
});

test.each(['/login', '/register', '/forgot-password', '/reset-password', '/reset-password/'])(
  'a 401 without a code ends no session on %s',
  async (pathname) => {
    stubLocation(pathname);
    stubResponse(401, { message: 'Unauthorized' });
    await stats();
    expect(currentSession()).not.toBeNull();
  },
);

test.each<[number, unknown, string]>([
  [401, { success: false, message: 'x' }, 'E-mail ou senha incorretos'],
  [401, '', 'E-mail ou senha incorretos'],
  [400, { message: 'Só mensagem' }, 'Só mensagem'],
  [400, {}, 'Dados inválidos'],
  [409, { message: 'Use outro caminho' }, 'Use outro caminho'],
  [502, '', 'Erro interno do servidor. Tente novamente em alguns instantes.'],
  [200, {}, 'Erro inesperado. Tente novamente.'],
  [200, { success: true, data: {} }, 'Erro inesperado. Tente novamente.'],
  [200, '<html>', 'Erro inesperado. Tente novamente.'],
])('a login with the response %i %j shows: %s', async (status, body, text) => {
  stubLocation('/login');
  stubResponse(status, body);
  const error = await catchApiError(call(login, { body: { email: 'a@b.co', password: 'Senha1' } }));
  expect(toAuthFailure(error).text).toBe(text);
});

describe('a response with an ETag', () => {
  const counts = {
    total: 1,
    scheduled: 1,
    published: 0,
    drafts: 0,
    failed: 0,
    thisWeek: 1,
    thisMonth: 1,
    awaiting: null,
    nextPost: null,
  };

  /** Serves the counts with the ETag and confirms it; returns the ETags that requests have sent. */
  function serveCounts(state: { etag: string; total: number }): (string | undefined)[] {
    const sent: (string | undefined)[] = [];
    vi.stubGlobal(
      'fetch',
      async (_url: string, { headers }: { headers: Record<string, string> }) => {
        const known = headers['if-none-match'];
        sent.push(known);
        if (known === state.etag) return new Response(null, { status: 304 });
        const data = { ...counts, total: state.total };
        return Response.json({ success: true, data }, { headers: { etag: state.etag } });
      },
    );
    return sent;
  }

  test('is used again while the server confirms it, and replaced when it has changed', async () => {
    const state = { etag: 'W/"one"', total: 1 };
    const sent = serveCounts(state);
    const first = await call(postStats, { query: {} });
    expect(await call(postStats, { query: {} })).toBe(first);
    Object.assign(state, { etag: 'W/"two"', total: 2 });
    expect(await call(postStats, { query: {} })).toMatchObject({ total: 2 });
    expect(await call(postStats, { query: {} })).toMatchObject({ total: 2 });
    expect(sent).toEqual([undefined, 'W/"one"', 'W/"one"', 'W/"two"']);
  });

  test('is not used for another request, workspace or user', async () => {
    const sent = serveCounts({ etag: 'W/"three"', total: 3 });
    await call(postStats, { query: { account: '1' } });
    await call(postStats, { query: { account: '2' } });
    storeSession({ token: 'of ana', user: { ...user, workspace: 'other' } });
    await call(postStats, { query: { account: '1' } });
    storeSession({ token: 'of rui', user: { ...user, _id: 'rui' } });
    await call(postStats, { query: { account: '1' } });
    storeSession({ token: 'of ana', user });
    await call(postStats, { query: { account: '1' } });
    expect(sent).toEqual([undefined, undefined, undefined, undefined, undefined]);
  });
});
