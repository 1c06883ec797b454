import { createPublicKey, verify } from 'node:crypto';
import { expect, test } from 'vitest';
import { generateVapidKeys, vapidHeader } from './vapid.ts';
import { isVapidKeyPair } from '../../platform/vapid-keys.ts';

const bytes = (text: string) => Buffer.from(text, 'base64url');
const read = (text: string): unknown => JSON.parse(bytes(text).toString());

test('a header contains sender, audience and an expiry of half a day, and is signed', () => {
  const keys = generateVapidKeys();
  const now = new Date('2026-06-09T13:30:00Z');
  const endpoint = 'https://push.example.com/send/abc';
  const header = vapidHeader(keys, { endpoint, subject: 'mailto:ana@exemplo.com.br', now });
  const [, token = '', key] = /^vapid t=(\S+), k=(\S+)$/.exec(header) ?? [];
  expect(key).toBe(keys.publicKey);
  const [head = '', claims = '', signature = ''] = token.split('.');
  expect(read(head)).toEqual({ typ: 'JWT', alg: 'ES256' });
  expect(read(claims)).toEqual({
    aud: 'https://push.example.com',
    exp: now.getTime() / 1000 + 12 * 3600,
    sub: 'mailto:ana@exemplo.com.br',
  });
  const point = bytes(keys.publicKey);
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) =>
    half.toString('base64url'),
  );
  const jwk = { kty: 'EC', crv: 'P-256', x: `${x}`, y: `${y}` };
  const publicKey = createPublicKey({ format: 'jwk', key: jwk });
  const signed = Buffer.from(`${head}.${claims}`);
  const proof = { key: publicKey, dsaEncoding: 'ieee-p1363' as const };
  expect(verify('sha256', signed, proof, bytes(signature))).toBe(true);
});

test('a key pair is valid only with matching halves', () => {
  const [one, other] = [generateVapidKeys(), generateVapidKeys()];
  expect(isVapidKeyPair(one)).toBe(true);
  expect(isVapidKeyPair({ ...one, privateKey: other.privateKey })).toBe(false);
  expect(isVapidKeyPair({ ...one, privateKey: 'A'.repeat(43) })).toBe(false);
});
