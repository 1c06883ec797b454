import { createHmac, timingSafeEqual } from 'node:crypto';

/** The only registered app. Its values are fixed, so that a restart changes nothing. */
export const APP = {
  id: '3141592653589793',
  secret: '5a4d626f7820646f2050006f6e74756c',
  name: 'Pontual (demonstração)',
} as const;

/** Instagram Login gives the same app an id and a secret of its own. */
export const INSTAGRAM_APP = {
  id: '2718281828459045',
  secret: '696e7374616772616d206c6f67696e21',
  name: APP.name,
} as const;

/** The app token; it is not stored, because it consists of app id and secret. */
export const APP_TOKEN = `${APP.id}|${APP.secret}`;

/** Meta sends it to the app about one of its users (HMAC-SHA256 with the secret). */
export function signedRequest(payload: object, secret: string): string {
  const encoded = Buffer.from(JSON.stringify(payload)).toString('base64url');
  return `${createHmac('sha256', secret).update(encoded).digest('base64url')}.${encoded}`;
}

export function isSecretProof(proof: string, token: string, secret: string): boolean {
  const expected = createHmac('sha256', secret).update(token).digest('hex');
  return (
    proof.length === expected.length && timingSafeEqual(Buffer.from(proof), Buffer.from(expected))
  );
}
