import { createHmac, timingSafeEqual } from 'node:crypto';

/** The one app that is registered here. Fixed, so that a restart changes nothing. */
export const APP = {
  id: '3141592653589793',
  secret: '5a4d626f7820646f2050006f6e74756c',
  name: 'Pontual (demonstração)',
} as const;

/** The app's own token: never stored, it is made of what both sides know. */
export const APP_TOKEN = `${APP.id}|${APP.secret}`;

/** What Meta sends to the app about one of its users, signed so that nobody else can. */
export function signedRequest(payload: object): string {
  const encoded = Buffer.from(JSON.stringify(payload)).toString('base64url');
  return `${createHmac('sha256', APP.secret).update(encoded).digest('base64url')}.${encoded}`;
}

/** Is this the proof that the caller knows the app's secret? */
export function isSecretProof(proof: string, token: string): boolean {
  const expected = createHmac('sha256', APP.secret).update(token).digest('hex');
  return (
    proof.length === expected.length && timingSafeEqual(Buffer.from(proof), Buffer.from(expected))
  );
}
