import type Stripe from 'stripe';
import type { PaidPlanId } from '@pontual/contract/billing/billing.ts';
import type { Env } from '../../platform/env.ts';
import { lookupKeys } from '../billing.rules.ts';

/** The address of Stripe's API and the key to it. */
export type StripeEnv = Pick<Env, 'STRIPE_API_URL' | 'STRIPE_SECRET_KEY'>;

/** The SDK, loaded by whoever first needs it: most processes never ask. */
export type StripeClient = () => Promise<Stripe>;

/** As many as one answer holds; more of anything than one customer can have. */
export const PAGE_SIZE = 100;

/** The browser's own calls end after 10 s. */
const TIMEOUT_MS = 8000;

/** `met` is told of each call whether Stripe answered, be it with a refusal. */
export function createStripeClient(
  env: StripeEnv,
  onResponse: (hasAnswered: boolean) => void = () => undefined,
): StripeClient {
  let stripe: Promise<Stripe> | undefined;
  return () => (stripe ??= connect(env, onResponse));
}

async function connect(
  env: StripeEnv,
  onResponse: (hasAnswered: boolean) => void,
): Promise<Stripe> {
  const { default: StripeClient } = await import('stripe');
  const { hostname, port, protocol } = new URL(env.STRIPE_API_URL);
  const isTls = protocol === 'https:';
  const httpClient = StripeClient.createNodeHttpClient();
  const send = httpClient.makeRequest.bind(httpClient);
  httpClient.makeRequest = async (...request) => {
    try {
      const answer = await send(...request);
      onResponse(answer.getStatusCode() < 500);
      return answer;
    } catch (error) {
      onResponse(false);
      throw error;
    }
  };
  return new StripeClient(env.STRIPE_SECRET_KEY, {
    httpClient,
    host: hostname,
    port: port === '' ? (isTls ? 443 : 80) : Number(port),
    protocol: isTls ? 'https' : 'http',
    timeout: TIMEOUT_MS,
    maxNetworkRetries: 1,
    telemetry: false,
  });
}

/** From Stripe's seconds since 1970. */
export const toDate = (seconds: number): Date => new Date(seconds * 1000);

/** Of what may have come whole or as its id. */
export const idOf = (reference: string | { id: string }): string =>
  typeof reference === 'string' ? reference : reference.id;

/** Whether Stripe says that there is no such thing (any more). */
export const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'resource_missing';

/** By its key; a price that was replaced has handed that on, and is known by what it says of itself. */
export function planOf({ lookup_key: key, metadata }: Stripe.Price): PaidPlanId | undefined {
  const metadataPlan = metadata['plan'];
  if (key === lookupKeys.pro || metadataPlan === 'pro') return 'pro';
  if (key === lookupKeys.premium || metadataPlan === 'premium') return 'premium';
  return undefined;
}
