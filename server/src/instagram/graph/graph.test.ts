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
