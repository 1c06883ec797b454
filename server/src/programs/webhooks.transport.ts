import { Agent, request } from 'undici';
import { isLoopback, lookupPublic, NotPublicError } from '../http/public-address.ts';
import { isWebhookAddress } from './webhooks.address.ts';
import type { Answer } from './webhooks.rules.ts';
import type { SignedMessage } from './webhooks.signature.ts';

const TIMEOUT_MS = 10_000;

export type WebhookTransport = ReturnType<typeof createWebhookTransport>;

/** Sends to addresses that users name: no redirect is followed, no answer read beyond its head. */
export function createWebhookTransport({ publicUrl }: { publicUrl: string }) {
  const outside = new Agent({ connect: { lookup: lookupPublic, timeout: TIMEOUT_MS } });
  const here = new Agent({ connect: { timeout: TIMEOUT_MS } });

  return {
    async send(url: string, { headers, body }: SignedMessage): Promise<Answer> {
      // Also of what was named while we were reached elsewhere.
      if (!isWebhookAddress(url, publicUrl)) return { trouble: 'not_public' };
      const signal = AbortSignal.timeout(TIMEOUT_MS);
      try {
        const answer = await request(url, {
          method: 'POST',
          headers: {
            ...headers,
            'content-type': 'application/json',
            'user-agent': 'Pontual-Webhooks/1',
          },
          body,
          dispatcher: isLoopback(url) ? here : outside,
          signal,
        });
        // Nothing that stands there is for us.
        answer.body.on('error', () => undefined).destroy();
        const retryAfter = answer.headers['retry-after'];
        return {
          status: answer.statusCode,
          retryAfter: typeof retryAfter === 'string' ? retryAfter : undefined,
        };
      } catch (error) {
        if (signal.aborted) return { trouble: 'timeout' };
        return { trouble: error instanceof NotPublicError ? 'not_public' : 'unreachable' };
      }
    },
  };
}
