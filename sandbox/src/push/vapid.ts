import { createPublicKey, verify } from 'node:crypto';
import { z } from 'zod';

/** A refused sender: 401 without credentials, 403 with wrong ones. */
export class VapidError extends Error {
  readonly status: 401 | 403;
  constructor(status: 401 | 403, reason: string) {
    super(reason);
    this.status = status;
  }
}

const DAY_SECONDS = 86_400;

const headSchema = z.object({ alg: z.literal('ES256') });
const claimsSchema = z.object({
  aud: z.string(),
  exp: z.number(),
  sub: z.string().regex(/^(?:mailto:[^@\s]+@[^@\s]+|https:\/\/\S+)$/),
});

/**
 * RFC 8292: the token is for this service, expires within a day, and is signed with the subscribed key.
 * @throws VapidError
 */
export function verifyVapid(
  authorization: string | undefined,
  expected: { audience: string; applicationServerKey: string; now: number },
): string {
  const [, credentials] = /^vapid\s+(.+)$/i.exec(authorization ?? '') ?? [];
  if (credentials === undefined)
    throw new VapidError(401, 'Authorization must be vapid t=..., k=...');
  const parts = new Map(
    credentials.split(',').map((part) => {
      const [name = '', ...value] = part.trim().split('=');
      return [name, value.join('=')];
    }),
  );
  const { t = '', k = '' } = Object.fromEntries(parts);
  if (k !== expected.applicationServerKey) {
    throw new VapidError(403, 'k is not the applicationServerKey of the subscription');
  }
  const [head = '', claims = '', signature = ''] = t.split('.');
  const signed = Buffer.from(`${head}.${claims}`);
  const key = { key: importPublicKey(k), dsaEncoding: 'ieee-p1363' as const };
  if (!verify('sha256', signed, key, Buffer.from(signature, 'base64url'))) {
    throw new VapidError(403, 'the signature of t is wrong');
  }
  if (!headSchema.safeParse(decodeJson(head)).success) throw new VapidError(403, 't is not ES256');
  const parsedClaims = claimsSchema.safeParse(decodeJson(claims));
  if (!parsedClaims.success) throw new VapidError(403, `t: ${z.prettifyError(parsedClaims.error)}`);
  const { aud, exp, sub } = parsedClaims.data;
  const now = expected.now / 1000;
  if (aud !== expected.audience) throw new VapidError(403, `aud must be ${expected.audience}`);
  if (exp <= now) throw new VapidError(403, 't has ended');
  if (exp > now + DAY_SECONDS) throw new VapidError(403, 't holds for longer than a day');
  return sub;
}

function decodeJson(part: string): unknown {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString());
  } catch {
    return undefined;
  }
}

/** @throws VapidError */
function importPublicKey(point: string) {
  const bytes = Buffer.from(point, 'base64url');
  try {
    return createPublicKey({
      format: 'jwk',
      key: {
        kty: 'EC',
        crv: 'P-256',
        x: bytes.subarray(1, 33).toString('base64url'),
        y: bytes.subarray(33).toString('base64url'),
      },
    });
  } catch {
    throw new VapidError(403, 'k is no public key of P-256');
  }
}
