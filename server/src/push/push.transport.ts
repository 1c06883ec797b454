import { lookup, type LookupOptions } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { Agent, request } from 'undici';
import { isPublicIp } from './push.address.ts';

const TIMEOUT_MS = 10_000;

/** What a push service answered, as far as it matters. */
export interface PushAnswer {
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

/** Whoever names an address leads us nowhere inside: what its name stands for is looked at. */
const lookupPublic: LookupFunction = (hostname, options, callback) => {
  // Of all addresses, whatever was asked for: one of them would be connected to.
  const all: LookupOptions & { all: true } = { ...options, all: true };
  lookup(hostname, all, (error, found) => {
    const [first] = found ?? [];
    if (error !== null || first === undefined) {
      callback(error ?? new Error('the name has no address'), '');
    } else if (!found.every(({ address }) => isPublicIp(address))) {
      callback(new Error('the name leads to an address that is not public'), '');
    } else if (options.all === true) callback(null, found);
    else callback(null, first.address, first.family);
  });
};

/** Sends to push services: no redirect is followed, and no answer is read further than its head. */
export function createPushTransport({ serviceUrl }: { serviceUrl: string | undefined }) {
  const outside = new Agent({ connect: { lookup: lookupPublic, timeout: TIMEOUT_MS } });
  const own = new Agent({ connect: { timeout: TIMEOUT_MS } });
  const trusted = serviceUrl === undefined ? undefined : new URL(serviceUrl).origin;

  return {
    /** @throws when there is no answer in time, or nobody may be asked there. */
    async send({ endpoint, headers, body }: OutgoingPush): Promise<PushAnswer> {
      const dispatcher = new URL(endpoint).origin === trusted ? own : outside;
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
