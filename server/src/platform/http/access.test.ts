import { api } from '@pontual/contract/api.ts';
import type { Endpoint } from '@pontual/contract/shared/endpoint.ts';
import { scopes, type Scope } from '@pontual/contract/shared/scopes.ts';
import { API_TOKEN_PREFIX } from '@pontual/contract/public-api/api-tokens.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId, newToken } from '../ids.ts';
import {
  aDraft,
  aUser,
  dataOf,
  PASSWORD,
  request,
  type Client,
} from '../../../testing/factories.ts';
import { givePlan } from '../../../testing/plans.ts';
import { aToken } from '../../../testing/integrations.ts';
import { routesOf } from '../../../testing/routes.ts';
import { startWorld, type World } from '../../../testing/world.ts';

const DAY = 86_400_000;

const tokens = new Map<string, string | undefined>();
const callers = [
  'a made-up session',
  'a session ended from another device',
  'a session idle for 7 days',
  'a session in its 31st day',
  'a session logged out',
  'no session',
] as const;

let world: World;
let holder: Client;
const tokensOf = new Map<string, string>();
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
  holder = await aUser(world);
  await givePlan(world, holder, 'premium');
  const held = [scopes, ...scopes.map((one) => scopes.filter((scope) => scope !== one))];
  for (const some of [...held, ...scopes.map((scope) => [scope])]) {
    tokensOf.set(some.join(), await aToken(holder, { scopes: some }));
  }
});
afterAll(() => world.stop());

const endpoints: [string, Endpoint][] = Object.entries(api);
const matrix = (access: Endpoint['access']) =>
  endpoints
    .filter(([, endpoint]) => endpoint.access === access)
    .flatMap(([name, endpoint]) => callers.map((who) => [name, who, endpoint] as const));

const callEndpoint = (endpoint: Endpoint, token: string | undefined) =>
  request(world, endpoint.method, endpoint.path.replace(/:\w+/g, newId()), {
    ...(token === undefined ? {} : { token }),
    ...(endpoint.method === 'GET' || endpoint.multipart ? {} : { json: {} }),
  });

const tokenOf = (tokenScopes: readonly Scope[]) => tokensOf.get(tokenScopes.join()) ?? '';

describe('an endpoint that needs a session', () => {
  test.each(matrix('user'))(
    '%s returns 401 UNAUTHENTICATED for %s',
    async (_name, who, endpoint) => {
      expect(await callEndpoint(endpoint, tokens.get(who))).toMatchObject({
        status: 401,
        body: { code: 'UNAUTHENTICATED', message: 'Sua sessão terminou. Entre novamente.' },
      });
    },
  );
});

describe('access with an API token', () => {
  test('covers exactly the listed endpoints', () => {
    const opened = endpoints.flatMap(([name, { scope }]) => (scope ? [`${name} ${scope}`] : []));
    expect(opened.sort()).toEqual([
      'addSlots posts:write',
      'advancedAnalytics analytics:read',
      'basicAnalytics analytics:read',
      'bestHours analytics:read',
      'createHashtagGroup posts:write',
      'deleteHashtagGroup posts:write',
      'deletePost posts:write',
      'dismissFailures posts:write',
      'exportAnalytics analytics:read',
      'findDuplicates posts:read',
      'forcePublish posts:write',
      'getNextQueueSlot posts:read',
      'getPause posts:read',
      'getPost posts:read',
      'getQueue posts:read',
      'listHashtagGroups posts:read',
      'listHeldPosts posts:read',
      'listInstagramAccounts posts:read',
      'listIssues posts:read',
      'listLocations posts:read',
      'listPosts posts:read',
      'listSeries posts:read',
      'monthlyReport analytics:read',
      'monthlyReportPdf analytics:read',
      'moveInQueue posts:write',
      'pausePublishing posts:write',
      'planLimits posts:read',
      'postStats posts:read',
      'removeSlot posts:write',
      'rescheduleHeldPosts posts:write',
      'resumePublishing posts:write',
      'retryFirstComment posts:write',
      'retryInstagramAccount posts:write',
      'saveDraft posts:write',
      'saveLocation posts:write',
      'scheduleDraft posts:write',
      'schedulePost posts:write',
      'schedulerStatus posts:read',
      'searchLocations posts:write',
      'stopSeries posts:write',
      'updateHashtagGroup posts:write',
      'updatePost posts:write',
    ]);
  });

  const closed = endpoints.filter(([, { access }]) => access === 'user');
  test.each(closed)(
    '%s returns 403 for a token with every other scope',
    async (_name, endpoint) => {
      const others = scopes.filter((scope) => scope !== endpoint.scope);
      const token = tokenOf(others);
      const code = endpoint.scope === undefined ? 'TOKEN_NOT_ACCEPTED' : 'TOKEN_SCOPE';
      expect(await callEndpoint(endpoint, token)).toMatchObject({ status: 403, body: { code } });
    },
  );

  test.each(closed.filter(([, { scope }]) => scope !== undefined))(
    '%s accepts a token with its scope',
    async (_name, endpoint) => {
      const token = tokenOf(endpoint.scope === undefined ? [] : [endpoint.scope]);
      const { body } = await callEndpoint(endpoint, token);
      expect(body).not.toMatchObject({ code: expect.stringMatching(/^TOKEN|^UNAUTHENTICATED/) });
    },
  );

  test.each(closed)('%s returns 401 for an invented token', async (_name, endpoint) => {
    expect(await callEndpoint(endpoint, API_TOKEN_PREFIX + newToken())).toMatchObject({
      status: 401,
      body: { code: 'TOKEN_INVALID' },
    });
  });

  test.each([
    ['POST', '/api/uploads', ['posts:read', 'analytics:read'], 'TOKEN_SCOPE'],
    ['GET', '/api/events', scopes, 'TOKEN_NOT_ACCEPTED'],
  ] as const)('%s %s checks the scope, too', async (method, path, held, code) => {
    const token = tokenOf(held);
    const answer = await fetch(world.url + path, {
      method,
      headers: { authorization: `Bearer ${token}` },
    });
    expect([answer.status, await answer.json()]).toMatchObject([403, { code }]);
  });

  test('a public endpoint uses the identity of a token only with its scope', async () => {
    const { limits } = dataOf(await holder.get<{ limits: object }>('/subscription/limits'));
    const limitsWith = async (held: readonly Scope[]) => {
      const token = tokenOf(held);
      const path = '/subscription/limits';
      return dataOf(await request<{ limits: object }>(world, 'GET', path, { token })).limits;
    };
    expect(await limitsWith(['posts:read'])).toEqual(limits);
    expect(await limitsWith(['analytics:read'])).not.toEqual(limits);
  });
});

describe('public access', () => {
  test('covers exactly the listed endpoints', () => {
    const open = endpoints.filter(([, { access }]) => access === 'public').map(([name]) => name);
    expect(open.sort()).toEqual([
      'answerApprovalLink',
      'confirmEmail',
      'declineInvitation',
      'forgotPassword',
      'getDeletion',
      'listMediaTypes',
      'listPlans',
      'login',
      'openSession',
      'planLimits',
      'publicStatus',
      'readApprovalLink',
      'readInvitation',
      'register',
      'resetPassword',
      'sendMessage',
      'verifyEmail',
    ]);
  });

  test.each(matrix('public'))(
    '%s answers %s like a request without a session',
    async (_name, who, endpoint) => {
      const response = await callEndpoint(endpoint, tokens.get(who));
      expect(response).toEqual(await callEndpoint(endpoint, undefined));
      expect(response.status).not.toBe(401);
    },
  );
});

/** Routes outside of the contract, and their status for a request without a session. */
const undocumentedRoutes: Record<string, number> = {
  'POST /api/uploads': 401,
  'PATCH /api/uploads/:id': 401,
  'DELETE /api/uploads/:id': 401,
  'HEAD /api/uploads/:id': 401,
  'GET /api/events': 401,
  'POST /api/mcp': 401,
  'GET /api/mcp': 405,
  'DELETE /api/mcp': 405,
  'GET /media/f/:fileId/:variant/:expires/:signature': 404,
  'GET /media/i/:containerId/:name': 404,
  // Needs a state and its cookie; a failure redirects to a page that shows the error.
  'GET /api/auth/google': 302,
  'GET /api/auth/google/callback': 302,
  'GET /api/auth/instagram/callback': 302,
  'POST /api/webhooks/stripe': 400,
  'POST /api/webhooks/meta/deauthorize': 400,
  'POST /api/webhooks/meta/data-deletion': 400,
  'GET /export/:sessionId/:expires/:signature': 404,
  'GET /api/openapi.json': 200,
  'GET /robots.txt': 200,
  'GET /sitemap.xml': 200,
  'GET /healthz': 200,
  'GET /readyz': 200,
  'GET /metrics': 404,
};

describe('routes outside of the contract', () => {
  const promised = endpoints.map(([, { method, path }]) => `${method} /api${path}`);
  /** HEAD routes of GET routes are left out: Fastify adds them. */
  const served = () => {
    const routes = routesOf(world.app);
    return routes.filter(
      (route) => !route.startsWith('HEAD ') || !routes.includes(route.replace('HEAD', 'GET')),
    );
  };

  test('are exactly the listed routes', () => {
    expect(served().sort()).toEqual([...promised, ...Object.keys(undocumentedRoutes)].sort());
  });

  const cases = Object.entries(undocumentedRoutes).flatMap(([route, status]) =>
    callers.map((who) => [route, who, status] as const),
  );
  test.each(cases)('%s with %s returns %i', async (route, who, status) => {
    // Records a worker heartbeat for /readyz, since the cases before may take long.
    await world.advanceTime(0);
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

  test('a signed media link returns 404 for another file', async () => {
    const owner = await aUser(world);
    const [one, other] = [await aDraft(owner), await aDraft(owner)];
    const linkOf = (post: typeof one) => post.mediaItems[0]?.thumbnailUrl.split('/') ?? [];
    const [signed, foreign] = [linkOf(one), linkOf(other)];
    expect((await fetch(world.url + signed.join('/'))).status).toBe(200);
    const bent = signed.with(3, foreign[3] ?? '');
    expect((await fetch(world.url + bent.join('/'))).status).toBe(404);
  });
});

test('the API description contains exactly the endpoints of the contract', async () => {
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
