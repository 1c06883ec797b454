import { ApiError } from './api-error.ts';

/** The secret key of the account and the secret of its webhooks. Fixed, so that a restart changes nothing. */
export const STRIPE = {
  secretKey: 'sk_test_pontual_demonstracao',
  webhookSecret: 'whsec_pontual_demonstracao',
} as const;

export const API_VERSION = '2026-10-28.endive';

/** Checks the key, as a bearer token or as the user of basic authentication. */
export function checkKey(authorization: string | undefined): void {
  const [scheme = '', credentials = ''] = (authorization ?? '').split(' ');
  const key =
    scheme.toLowerCase() === 'basic'
      ? (Buffer.from(credentials, 'base64').toString().split(':')[0] ?? '')
      : credentials;
  if (key === STRIPE.secretKey) return;
  if (key === '') {
    throw new ApiError(
      401,
      "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').",
    );
  }
  throw new ApiError(401, `Invalid API Key provided: ${key.slice(0, 8)}****${key.slice(-4)}`);
}

/** Checks the version header; the sandbox supports one version of the API. */
export function checkVersion(version: string | string[] | undefined): void {
  if (version === undefined || version === API_VERSION) return;
  throw new ApiError(
    400,
    `Invalid Stripe API version: ${String(version)}. This sandbox speaks ${API_VERSION}.`,
  );
}
