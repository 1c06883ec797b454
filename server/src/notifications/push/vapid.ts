import type { VapidKeys } from '../../platform/vapid-keys.ts';
import { createECDH, createPrivateKey, sign } from 'node:crypto';

/** A service may refuse a token that is valid for more than a day. */
const VALIDITY_SECONDS = 12 * 3600;

export function generateVapidKeys(): VapidKeys {
  const ecdh = createECDH('prime256v1');
  const publicKey = ecdh.generateKeys().toString('base64url');
  // A number with leading zeros has fewer bytes.
  const number = ecdh.getPrivateKey();
  const privateKey = Buffer.concat([Buffer.alloc(32 - number.length), number]);
  return { publicKey, privateKey: privateKey.toString('base64url') };
}

/** RFC 8292 */
export function vapidHeader(
  { publicKey, privateKey }: VapidKeys,
  input: { endpoint: string; subject: string; now: Date },
): string {
  const point = Buffer.from(publicKey, 'base64url');
  const key = createPrivateKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
      d: privateKey,
    },
  });
  const claims = {
    aud: new URL(input.endpoint).origin,
    exp: Math.floor(input.now.getTime() / 1000) + VALIDITY_SECONDS,
    sub: input.subject,
  };
  const signed = [{ typ: 'JWT', alg: 'ES256' }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  const signature = sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' });
  return `vapid t=${signed}.${signature.toString('base64url')}, k=${publicKey}`;
}
