import { Agent, request } from 'undici';
import { lookupPublic } from '../../platform/http/public-address.ts';

const TIMEOUT_MS = 10_000;

export interface PushResponse {
  status: number;
  /** In seconds or as a date. */
  retryAfter: string | undefined;
}

export interface OutgoingPush {
  endpoint: string;
  headers: Record<string, string>;
  body: Buffer;
}

export type PushTransport = ReturnType<typeof createPushTransport>;

/** Does not follow redirects or read response bodies. */
export function createPushTransport({ serviceUrl }: { serviceUrl: string | undefined }) {
  const publicAgent = new Agent({ connect: { lookup: lookupPublic, timeout: TIMEOUT_MS } });
  const trustedAgent = new Agent({ connect: { timeout: TIMEOUT_MS } });
  const trustedOrigin = serviceUrl === undefined ? undefined : new URL(serviceUrl).origin;

  return {
    /** @throws when there is no response in time, or the address is not public */
    async send({ endpoint, headers, body }: OutgoingPush): Promise<PushResponse> {
      const dispatcher = new URL(endpoint).origin === trustedOrigin ? trustedAgent : publicAgent;
      const answer = await request(endpoint, {
        method: 'POST',
        headers,
        body,
        dispatcher,
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      answer.body.on('error', () => undefined).destroy();
      const retryAfter = answer.headers['retry-after'];
      return {
        status: answer.statusCode,
        retryAfter: typeof retryAfter === 'string' ? retryAfter : undefined,
      };
    },
  };
}
