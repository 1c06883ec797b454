import type Stripe from 'stripe';
import type { PaidPlanId } from '@pontual/contract/billing/billing.ts';
import type { Env } from '../../platform/env.ts';
import { lookupKeys } from '../billing.rules.ts';

export type StripeEnv = Pick<Env, 'STRIPE_API_URL' | 'STRIPE_SECRET_KEY'>;

/** Loaded on first use, because most processes never call Stripe. */
export type StripeClient = () => Promise<Stripe>;

/** One customer cannot have more entries than a page. */
export const PAGE_SIZE = 100;

/** Below the 10 s after which the browser's requests end. */
const TIMEOUT_MS = 8000;

/** `onResponse` receives for each call whether Stripe responded with a status below 500. */
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

export const toDate = (seconds: number): Date => new Date(seconds * 1000);

/** Stripe returns a reference as an id or expanded. */
export const idOf = (reference: string | { id: string }): string =>
  typeof reference === 'string' ? reference : reference.id;

export const isMissingResource = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'resource_missing';

/** A replaced price has lost its lookup key, so its metadata counts, too. */
export function planOf({ lookup_key: key, metadata }: Stripe.Price): PaidPlanId | undefined {
  const metadataPlan = metadata['plan'];
  if (key === lookupKeys.pro || metadataPlan === 'pro') return 'pro';
  if (key === lookupKeys.premium || metadataPlan === 'premium') return 'premium';
  return undefined;
}
