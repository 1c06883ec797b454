import { Agent, request } from 'undici';
import { isLoopback, lookupPublic, NotPublicError } from '../../platform/http/public-address.ts';
import { isWebhookAddress } from './address.ts';
import type { WebhookResponse } from './webhooks.rules.ts';
import type { SignedMessage } from './signature.ts';

const TIMEOUT_MS = 10_000;

export type WebhookTransport = ReturnType<typeof createWebhookTransport>;

/** The addresses come from users: follows no redirect and reads no response body. */
export function createWebhookTransport({ allowsLoopback }: { allowsLoopback: boolean }) {
  const publicAgent = new Agent({ connect: { lookup: lookupPublic, timeout: TIMEOUT_MS } });
  const localAgent = new Agent({ connect: { timeout: TIMEOUT_MS } });

  return {
    async send(url: string, { headers, body }: SignedMessage): Promise<WebhookResponse> {
      // The address may have been saved when the setting was another one.
      if (!isWebhookAddress(url, allowsLoopback)) return { failure: 'not_public' };
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
          dispatcher: isLoopback(url) ? localAgent : publicAgent,
          signal,
        });
        answer.body.on('error', () => undefined).destroy();
        const retryAfter = answer.headers['retry-after'];
        return {
          status: answer.statusCode,
          retryAfter: typeof retryAfter === 'string' ? retryAfter : undefined,
        };
      } catch (error) {
        if (signal.aborted) return { failure: 'timeout' };
        return { failure: error instanceof NotPublicError ? 'not_public' : 'unreachable' };
      }
    },
  };
}
