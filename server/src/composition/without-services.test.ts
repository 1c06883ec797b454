import { createHmac } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WITHOUT_GOOGLE_META } from '@pontual/contract/shared/page-meta.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApp } from './app.ts';
import { anUnverifiedUser, PASSWORD } from '../../testing/factories.ts';
import { startServerProcess, type ServerProcess } from '../../testing/spawn-server.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { startWorld, type World } from '../../testing/world.ts';

let database: TestDatabase;
let folder: string;
let server: ServerProcess;
beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'pontual-without-'));
  server = await startServerProcess({
    GOOGLE_CLIENT_ID: 'none',
    STRIPE_SECRET_KEY: 'none',
    SMTP_URL: 'none',
    LOG_LEVEL: 'warn',
    DATA_DIR: folder,
    DATABASE_URL: database.url,
  });
});
afterAll(async () => {
  await server.kill();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

test('an installation without Google, payments and email starts and reports each of them as unavailable', async () => {
  const client = await anUnverifiedUser({ url: server.url } as World);
  const checkout = await client.post('/subscription/checkout', { plan: 'pro' });
  expect([checkout.status, checkout.body]).toMatchObject([503, { code: 'PAYMENTS_UNAVAILABLE' }]);
  const email = { email: 'outro@exemplo.com.br', password: PASSWORD };
  const change = await client.post('/account/email', email);
  expect([change.status, change.body]).toMatchObject([503, { code: 'MAIL_UNAVAILABLE' }]);
  const google = await fetch(`${server.url}/api/auth/google`, { redirect: 'manual' });
  expect(google.headers.get('location')).toContain('/auth/callback?error=provider_unavailable');
  expect(server.output()).not.toContain('portal');
});

test('a webhook is refused where the card provider is not configured', async () => {
  const body = '{"id":"evt_1","object":"event","type":"invoice.paid"}';
  const time = Math.floor(Date.now() / 1000);
  const sentWith = async (secret: string) => {
    const signature = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');
    const { status } = await fetch(`${server.url}/api/webhooks/stripe`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'stripe-signature': `t=${time},v1=${signature}`,
      },
      body,
    });
    return status;
  };
  for (const secret of ['none', 'test']) expect(await sentWith(secret)).toBe(400);
});

test('the pages contain a meta tag where Google sign-in is off', async () => {
  const world = await startWorld();
  try {
    const webDist = join(world.folder, 'web');
    await mkdir(webDist);
    await writeFile(join(webDist, 'index.html'), '<html><head></head><body></body></html>');
    const options = {
      publicUrl: world.url,
      webDist,
      metricsToken: undefined,
      isDraining: () => false,
    };
    const login = async (hasGoogle?: boolean) => {
      const app = await createApp(world.services, {
        ...options,
        ...(hasGoogle === undefined ? {} : { hasGoogle }),
      });
      const { body } = await app.inject({ url: '/login' });
      await app.close();
      return body;
    };
    expect(await login(false)).toContain(`<meta name="${WITHOUT_GOOGLE_META}" content="on"`);
    expect(await login(true)).not.toContain(WITHOUT_GOOGLE_META);
    expect(await login()).not.toContain(WITHOUT_GOOGLE_META);
  } finally {
    await world.stop();
  }
});
