import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { systemClock } from '../../platform/clock.ts';
import { createGraph } from './graph.ts';
import type { GraphRequest } from './transport.ts';

test.each(['GET', 'POST'] as const)(
  'a call by %s carries the proof that the app uses its token, and no URL contains the token',
  async (method) => {
    const sent: GraphRequest[] = [];
    const graph = createGraph(
      { graphUrl: 'http://localhost', version: 'v25.0', appId: '1', appSecret: 'segredo' },
      {
        clock: systemClock,
        transport: async (outgoing) => {
          sent.push(outgoing);
          return { status: 200, headers: {}, text: '{}' };
        },
      },
    );
    await graph.call(method, 'me', { token: 'EAA-canario', answer: z.object({}) });
    const [{ url, body, headers } = { url: '', body: '', headers: {} }] = sent;
    const proof = createHmac('sha256', 'segredo').update('EAA-canario').digest('hex');
    const request = JSON.stringify({ url, body });
    expect(request).toContain(`appsecret_proof=${proof}`);
    expect(request).not.toContain('EAA-canario');
    expect(headers).toMatchObject({ authorization: 'Bearer EAA-canario' });
  },
);

test('each host of Instagram Login gets its calls, without a proof', async () => {
  const sent: GraphRequest[] = [];
  const graph = createGraph(
    {
      graphUrl: 'http://facebook',
      instagramUrls: { graph: 'http://graph', codes: 'http://codes' },
      version: 'v25.0',
      appId: '1',
      appSecret: 'segredo',
    },
    {
      clock: systemClock,
      transport: async (outgoing) => {
        sent.push(outgoing);
        return { status: 200, headers: {}, text: '{}' };
      },
    },
  );
  for (const host of ['instagram', 'instagram-tokens', 'instagram-codes'] as const) {
    await graph.call('GET', 'x', { host, token: 'IGAA-canario', answer: z.object({}) });
  }
  expect(sent.map(({ url }) => url)).toEqual([
    'http://graph/v25.0/x?',
    'http://graph/x?',
    'http://codes/x?',
  ]);
});

test('a refused code is an answer of Instagram', async () => {
  const text = '{"error_type":"OAuthException","code":400,"error_message":"used"}';
  const graph = createGraph(
    { graphUrl: 'http://localhost', version: 'v25.0', appId: '1', appSecret: 'segredo' },
    { clock: systemClock, transport: async () => ({ status: 400, headers: {}, text }) },
  );
  await expect(
    graph.call('POST', 'oauth/access_token', { host: 'instagram-codes', answer: z.object({}) }),
  ).rejects.toMatchObject({ issue: { code: '100', class: 'bug' } });
});
