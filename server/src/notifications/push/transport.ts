import { Agent, request } from 'undici';
import { lookupPublic } from '../../platform/http/public-address.ts';

const TIMEOUT_MS = 10_000;

/** What a push service answered, as far as it matters. */
export interface PushResponse {
  status: number;
  /** When to ask again, in seconds or as a date. */
  retryAfter: string | undefined;
}

/** A message on its way to the service of a browser. */
export interface OutgoingPush {
  endpoint: string;
  headers: Record<string, string>;
  body: Buffer;
}

export type PushTransport = ReturnType<typeof createPushTransport>;

/** Sends to push services: no redirect is followed, and no answer is read further than its head. */
export function createPushTransport({ serviceUrl }: { serviceUrl: string | undefined }) {
  const publicAgent = new Agent({ connect: { lookup: lookupPublic, timeout: TIMEOUT_MS } });
  const trustedAgent = new Agent({ connect: { timeout: TIMEOUT_MS } });
  const trustedOrigin = serviceUrl === undefined ? undefined : new URL(serviceUrl).origin;

  return {
    /** @throws when there is no answer in time, or nobody may be asked there. */
    async send({ endpoint, headers, body }: OutgoingPush): Promise<PushResponse> {
      const dispatcher = new URL(endpoint).origin === trustedOrigin ? trustedAgent : publicAgent;
      const answer = await request(endpoint, {
        method: 'POST',
        headers,
        body,
        dispatcher,
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      // Nothing that stands there is for us.
      answer.body.on('error', () => undefined).destroy();
      const retryAfter = answer.headers['retry-after'];
      return {
        status: answer.statusCode,
        retryAfter: typeof retryAfter === 'string' ? retryAfter : undefined,
      };
    },
  };
}
