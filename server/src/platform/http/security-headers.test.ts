import helmet from '@fastify/helmet';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { readEnv } from '../env.ts';
import { securityHeaders } from './security-headers.ts';
import { siteOf } from './site.ts';

const needed = {
  META_GRAPH_URL: 'http://localhost:3001',
  META_DIALOG_URL: 'http://localhost:3001',
  META_APP_ID: '1',
  META_APP_SECRET: 's',
  SMTP_URL: 'smtp://localhost:2525',
  GOOGLE_CLIENT_ID: '1',
  GOOGLE_CLIENT_SECRET: 's',
  STRIPE_SECRET_KEY: 's',
  STRIPE_WEBHOOK_SECRET: 's',
};

async function policyWith(settings: Record<string, string>): Promise<Map<string, string>> {
  const env = readEnv({ ...needed, ...settings });
  const app = Fastify();
  await app.register(helmet, securityHeaders(env.PUBLIC_URL, siteOf(env)?.analytics ?? null));
  app.get('/', () => 'ok');
  const { headers } = await app.inject({ url: '/' });
  const directives = String(headers['content-security-policy']).split(';');
  return new Map(
    directives.map((directive) => {
      const [name = '', ...sources] = directive.split(' ');
      return [name, sources.join(' ')];
    }),
  );
}

test('without analytics a page connects only to our own origin', async () => {
  const policy = await policyWith({});
  expect(policy.get('default-src')).toBe("'none'");
  expect(policy.get('script-src')).toBe("'self'");
  expect(policy.get('connect-src')).toBe("'self'");
  expect(policy.get('worker-src')).toBe("'self'");
  expect([...policy.values()].join(' ')).not.toContain('http');
});

test.each([
  {
    service: 'Plausible',
    settings: { PLAUSIBLE_DOMAIN: 'pontual.app' },
    opened: 'https://plausible.io/api/event',
  },
  {
    service: 'a Plausible of our own',
    settings: { PLAUSIBLE_DOMAIN: 'pontual.app', PLAUSIBLE_URL: 'https://stats.pontual.app/' },
    opened: 'https://stats.pontual.app/api/event',
  },
  {
    service: 'Google Analytics',
    settings: { GA4_MEASUREMENT_ID: 'G-ABC123' },
    opened: 'https://www.google-analytics.com/g/collect',
  },
])('$service opens one address for requests and none for scripts', async ({ settings, opened }) => {
  const closed = await policyWith({});
  const policy = await policyWith(settings);
  expect(policy.get('connect-src')).toBe(`'self' ${opened}`);
  policy.delete('connect-src');
  closed.delete('connect-src');
  expect(policy).toEqual(closed);
});

test('the company settings open no address', async () => {
  const settings = { COMPANY_NAME: 'Pontual Ltda.', PLAUSIBLE_URL: 'https://stats.pontual.app' };
  expect(await policyWith(settings)).toEqual(await policyWith({}));
});

test('HTTPS is required only where the public URL is HTTPS', async () => {
  expect((await policyWith({})).has('upgrade-insecure-requests')).toBe(false);
  const secure = await policyWith({ PUBLIC_URL: 'https://pontual.app' });
  expect(secure.has('upgrade-insecure-requests')).toBe(true);
});
