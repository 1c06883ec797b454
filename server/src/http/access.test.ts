import { api } from '@pontual/contract/api.ts';
import type { Endpoint } from '@pontual/contract/endpoint.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId, newToken } from '../ids.ts';
import { aDraft, aUser, dataOf, PASSWORD, request } from '../testing/factories.ts';
import { routesOf } from '../testing/routes.ts';
import { startWorld, type World } from '../testing/world.ts';

const DAY = 86_400_000;

/** Tokens that open nothing, by whose they are. */
const tokens = new Map<string, string | undefined>();
const whoever = [
  'no session',
  'a made-up session',
  'a session logged out',
  'a session ended from another device',
  'a session idle for 7 days',
  'a session in its 31st day',
] as const;

let world: World;
beforeAll(async () => {
  world = await startWorld();
  tokens.set('no session', undefined).set('a made-up session', newToken());
  const old = await aUser(world);
  let [idle, day] = [old, 0];
  for (const until of [6, 12, 18, 23, 29]) {
    await world.advanceTime((until - day) * DAY);
    if (until === 23) idle = await aUser(world);
    dataOf(await old.get('/auth/me'));
    day = until;
  }
  await world.advanceTime(DAY + 60_000);
  const loggedOut = await aUser(world);
  await loggedOut.post('/auth/logout');
  const ended = await aUser(world);
  const json = { email: ended.user.email, password: PASSWORD };
  const { token } = dataOf(
    await request<{ token: string }>(world, 'POST', '/auth/login', { json }),
  );
  await request(world, 'DELETE', '/account/sessions', { token });
  tokens
    .set('a session logged out', loggedOut.token)
    .set('a session ended from another device', ended.token)
    .set('a session idle for 7 days', idle.token)
    .set('a session in its 31st day', old.token);
});
afterAll(() => world.stop());

const endpoints: [string, Endpoint][] = Object.entries(api);
const matrix = (access: Endpoint['access']) =>
  endpoints
    .filter(([, endpoint]) => endpoint.access === access)
    .flatMap(([name, endpoint]) => whoever.map((who) => [name, who, endpoint] as const));

/** What is asked has an id that looks like one, and nothing else. */
const ask = (endpoint: Endpoint, token: string | undefined) =>
  request(world, endpoint.method, endpoint.path.replace(/:\w+/g, newId()), {
    ...(token === undefined ? {} : { token }),
    ...(endpoint.method === 'GET' || endpoint.multipart ? {} : { json: {} }),
  });

describe('what needs a session', () => {
  test.each(matrix('user'))('%s x %s -> 401 UNAUTHENTICATED', async (_name, who, endpoint) => {
    expect(await ask(endpoint, tokens.get(who))).toMatchObject({
      status: 401,
      body: { code: 'UNAUTHENTICATED', message: 'Sua sessão terminou. Entre novamente.' },
    });
  });
});

describe('what is open to everybody', () => {
  test('is this and no more', () => {
    const open = endpoints.filter(([, { access }]) => access === 'public').map(([name]) => name);
    expect(open.sort()).toEqual([
      'confirmEmail',
      'forgotPassword',
      'getDeletion',
      'listMediaTypes',
      'listPlans',
      'login',
      'openSession',
      'planLimits',
      'publicStatus',
      'register',
      'resetPassword',
      'sendMessage',
    ]);
  });

  test.each(matrix('public'))('%s x %s -> as without one', async (_name, who, endpoint) => {
    const asked = await ask(endpoint, tokens.get(who));
    expect(asked).toEqual(await ask(endpoint, undefined));
    expect(asked.status).not.toBe(401);
  });
});

/** Routes that the contract does not describe, and what they answer to whoever has no session. */
const outside: Record<string, number> = {
  'POST /api/uploads': 401,
  'PATCH /api/uploads/:id': 401,
  'DELETE /api/uploads/:id': 401,
  'HEAD /api/uploads/:id': 401,
  'GET /api/events': 401,
  // By signature, whoever shows it.
  'GET /media/f/:fileId/:variant/:expires/:signature': 404,
  'GET /media/i/:containerId/:name': 404,
  // By a state and the cookie that belongs to it; back to a page that says what is wrong.
  'GET /api/auth/google': 302,
  'GET /api/auth/google/callback': 302,
  'GET /api/auth/instagram/callback': 302,
  // By a signature over what is sent.
  'POST /api/webhooks/stripe': 400,
  'POST /api/webhooks/meta/deauthorize': 400,
  'POST /api/webhooks/meta/data-deletion': 400,
  'GET /export/:sessionId/:expires/:signature': 404,
  'GET /api/openapi.json': 200,
  'GET /robots.txt': 200,
  'GET /sitemap.xml': 200,
  'GET /healthz': 200,
  'GET /readyz': 200,
  // By a token of its own; without it there is nothing.
  'GET /metrics': 404,
};

describe('what the contract does not describe', () => {
  const promised = endpoints.map(([, { method, path }]) => `${method} /api${path}`);
  /** Of what can be read, the head can; nothing else comes with it. */
  const served = () => {
    const routes = routesOf(world.app);
    return routes.filter(
      (route) => !route.startsWith('HEAD ') || !routes.includes(route.replace('HEAD', 'GET')),
    );
  };

  test('is this and no more', () => {
    expect(served().sort()).toEqual([...promised, ...Object.keys(outside)].sort());
  });

  const cases = Object.entries(outside).flatMap(([route, status]) =>
    whoever.map((who) => [route, who, status] as const),
  );
  test.each(cases)('%s x %s -> %i', async (route, who, status) => {
    const [method = '', path = ''] = route.split(' ');
    const token = tokens.get(who);
    const answer = await fetch(world.url + path.replace(/:\w+/g, newId()), {
      method,
      redirect: 'manual',
      headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    });
    expect(answer.status).toBe(status);
    await answer.body?.cancel();
  });

  test('media of a signature x another file -> 404', async () => {
    const owner = await aUser(world);
    const [one, other] = [await aDraft(owner), await aDraft(owner)];
    const linkOf = (post: typeof one) => post.mediaItems[0]?.thumbnailUrl?.split('/') ?? [];
    const [signed, foreign] = [linkOf(one), linkOf(other)];
    expect((await fetch(world.url + signed.join('/'))).status).toBe(200);
    const bent = signed.with(3, foreign[3] ?? '');
    expect((await fetch(world.url + bent.join('/'))).status).toBe(404);
  });
});

test('the server serves exactly the endpoints of the contract', async () => {
  const response = await fetch(`${world.url}/api/openapi.json`);
  const { paths } = (await response.json()) as { paths: Record<string, object> };
  const described = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map(
      (method) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`,
    ),
  );
  const promised = endpoints.map(([, { method, path }]) => `${method} /api${path}`);
  expect(described.filter((one) => !one.startsWith('HEAD')).sort()).toEqual(promised.sort());
});
