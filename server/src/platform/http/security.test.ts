import helmet from '@fastify/helmet';
import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApp } from '../../composition/app.ts';
import { aFormOf, aUser, PASSWORD, request, type Client } from '../../../testing/factories.ts';
import { startWorld, type World } from '../../../testing/world.ts';
import { securityHeaders } from './security-headers.ts';

let world: World;
let client: Client;
beforeAll(async () => {
  world = await startWorld();
  client = await aUser(world);
});
afterAll(() => world.stop());

const authorized = () => ({ authorization: `Bearer ${client.token}` });

describe('response headers', () => {
  const answers: [string, () => Promise<Response>][] = [
    ['the API', () => fetch(`${world.url}/api/schedule/media-types`)],
    ['a refusal of the API', () => fetch(`${world.url}/api/auth/me`)],
    [
      'resumable uploads',
      () => fetch(`${world.url}/api/uploads`, { method: 'POST', headers: authorized() }),
    ],
    ['live events', () => fetch(`${world.url}/api/events`, { headers: authorized() })],
    ['a page', () => fetch(`${world.url}/dashboard`)],
  ];

  test.each(answers)('of %s restrict what a browser may do', async (_what, answer) => {
    const { headers, body } = await answer();
    await body?.cancel();
    const policy = headers.get('content-security-policy') ?? '';
    for (const rule of ["default-src 'none'", "script-src 'self'", "object-src 'none'"]) {
      expect(policy).toContain(rule);
    }
    expect(policy).toContain("base-uri 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/script-src[^;]*unsafe/);
    expect(Object.fromEntries(headers)).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'permissions-policy': expect.stringContaining('camera=()'),
    });
  });

  test.each(answers.slice(0, 4))('of %s forbid caching', async (_what, answer) => {
    const { headers, body } = await answer();
    await body?.cancel();
    expect(headers.get('cache-control')).toBe('no-store');
  });

  test.each(answers)('of %s give no access to other origins', async (_what, answer) => {
    const { headers, body } = await answer();
    await body?.cancel();
    expect(headers.get('access-control-allow-origin')).toBeNull();
  });

  test('require HTTPS for a year only where the public URL is HTTPS', async () => {
    const headersAt = async (publicUrl: string) => {
      const app = Fastify();
      await app.register(helmet, securityHeaders(publicUrl, null));
      app.get('/', async () => 'Oi');
      return (await app.inject('/')).headers;
    };
    const secure = await headersAt('https://pontual.example');
    expect(secure['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
    expect(secure['content-security-policy']).toContain('upgrade-insecure-requests');
    const plain = await headersAt('http://localhost:3000');
    expect(plain['strict-transport-security']).toBeUndefined();
  });
});

describe('a visitor', () => {
  test.each(['/.git/config', '/.env', '/assets/', '/media/', '/api/', '/api/docs', '/debug'])(
    'gets 404 for %s',
    async (path) => {
      expect((await fetch(world.url + path)).status).toBe(404);
    },
  );

  test('gets 404 for TRACE', async () => {
    const { statusCode, body } = await world.app.inject({ method: 'TRACE', url: '/api/auth/me' });
    expect(statusCode).toBe(404);
    expect(body).not.toContain('TRACE');
  });

  test('gets no metrics without the metrics token', async () => {
    const ask = (headers: Record<string, string>) => fetch(`${world.url}/metrics`, { headers });
    expect((await ask({})).status).toBe(404);
    expect((await ask({ authorization: 'Bearer a-token-for-test' })).status).toBe(404);
    const answer = await ask({ authorization: 'Bearer a-token-for-tests' });
    expect(await answer.text()).toContain('process_cpu_seconds_total');
  });
});

describe('a request body', () => {
  const login = async (body: string) => {
    const response = await fetch(`${world.url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    const { code } = (await response.json()) as { code?: string };
    return [response.status, code];
  };
  const sound = () => `"email":"${client.user.email}","password":"${PASSWORD}"`;

  test('of 10 MB is refused, and the next request is answered', async () => {
    expect(await login('['.repeat(10 * 1024 * 1024))).toEqual([413, 'BODY_TOO_LARGE']);
    expect(await login(`{${sound()}}`)).toEqual([200, undefined]);
  });

  test('of extreme nesting depth is refused with VALIDATION', async () => {
    const deep = 120_000;
    const body = `{"email":${'['.repeat(deep)}${']'.repeat(deep)},"password":"x"}`;
    expect(await login(body)).toEqual([400, 'VALIDATION']);
  });

  test.each([
    '"__proto__":{"plan":"premium"}',
    '"constructor":{"prototype":{"plan":"premium"}}',
    '"\\u005f_proto__":{"plan":"premium"}',
  ])('with %s is refused and pollutes no prototype', async (field) => {
    expect(await login(`{${sound()},${field}}`)).toEqual([400, 'VALIDATION']);
    expect('plan' in {}).toBe(false);
  });

  test.each(['__proto__', 'constructor', 'hasOwnProperty'])(
    'of a form with the field %s is refused',
    async (name) => {
      const form = aFormOf({ caption: 'Oi' });
      form.append(name, 'premium');
      expect(await client.saveDraft(form)).toMatchObject({ status: 400 });
    },
  );
});

describe('a duplicate parameter', () => {
  test('is refused in a query string', async () => {
    expect(await client.get('/scheduled?page=1&page=2')).toMatchObject({ status: 400 });
    expect(await client.get('/scheduled?page=1')).toMatchObject({ status: 200 });
  });

  test('is refused in a form, with the name of the field', async () => {
    const form = aFormOf({ caption: 'Uma' });
    form.append('caption', 'Outra');
    expect(await client.saveDraft(form)).toMatchObject({
      status: 400,
      body: { code: 'VALIDATION', errors: { caption: 'Campo enviado duas vezes' } },
    });
  });
});

test('a trusted proxy determines the client address, and other entries of X-Forwarded-For are ignored', async () => {
  const app = await createApp(world.services, {
    publicUrl: world.url,
    webDist: 'none',
    metricsToken: undefined,
    trustProxy: '127.0.0.1',
    isDraining: () => false,
  });
  const json = { email: 'proxy@exemplo.com.br', password: PASSWORD };
  const answer = await app.inject({
    method: 'POST',
    url: '/api/auth/register',
    headers: { 'x-forwarded-for': '198.51.100.1, 203.0.113.9' },
    payload: json,
  });
  expect(answer.statusCode).toBe(201);
  await app.close();
  const seen = await world.database.db.selectFrom('access_log').select('address').execute();
  const addresses = seen.map(({ address }) => address);
  expect(addresses).toContain('203.0.113.9');
  expect(addresses).not.toContain('198.51.100.1');
});

test('a route of the API returns 404 for another method', async () => {
  expect(await request(world, 'PATCH', '/auth/login')).toMatchObject({ status: 404 });
});
