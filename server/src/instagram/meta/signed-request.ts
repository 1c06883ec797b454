import { createHmac, timingSafeEqual } from 'node:crypto';
import type { InstagramLogin } from '@pontual/contract/instagram/instagram.ts';
import * as z from 'zod';

/** Each login has an app secret of its own; undefined where it is not offered. */
export type AppSecrets = Record<InstagramLogin, string | undefined>;

export interface SignedRequest {
  login: InstagramLogin;
  /** App-scoped. */
  authorizerId: string;
  issuedAt: Date;
  /** Identifies the deletion: it is the same for a repeated request, and it cannot be guessed. */
  confirmationCode: string;
}

const payloadSchema = z.object({
  // The sender names the algorithm, but the server computes only this one.
  algorithm: z.literal('HMAC-SHA256'),
  user_id: z.string().regex(/^\d{1,40}$/),
  /** In seconds since 1970; the upper bound is that of a Date. */
  issued_at: z.int().min(0).max(8_640_000_000_000),
});

/** Without padding, as Meta sends it. */
const BASE64URL = /^[\w-]+$/;

/** The secret that verifies it tells by which login the person gave access. */
export function readSignedRequest(text: string, secrets: AppSecrets): SignedRequest | undefined {
  for (const login of ['facebook', 'instagram'] as const) {
    const secret = secrets[login];
    const request = secret === undefined ? undefined : readSignedWith(text, secret);
    if (request !== undefined) return { login, ...request };
  }
  return undefined;
}

function readSignedWith(text: string, appSecret: string): Omit<SignedRequest, 'login'> | undefined {
  const [signature = '', payload = '', ...more] = text.split('.');
  if (more.length > 0 || !BASE64URL.test(signature) || !BASE64URL.test(payload)) return undefined;
  const macOf = (message: string) => createHmac('sha256', appSecret).update(message).digest();
  const [received, expected] = [Buffer.from(signature, 'base64url'), macOf(payload)];
  // The signature is verified before the payload is parsed.
  if (received.length !== expected.length || !timingSafeEqual(received, expected)) return undefined;
  const parsedPayload = payloadSchema.safeParse(
    parseJson(Buffer.from(payload, 'base64url').toString('utf8')),
  );
  if (!parsedPayload.success) return undefined;
  return {
    authorizerId: parsedPayload.data.user_id,
    issuedAt: new Date(parsedPayload.data.issued_at * 1000),
    // A payload contains no dot, so Meta never signs a text of this form.
    confirmationCode: macOf(`data-deletion.${payload}`).subarray(0, 16).toString('hex'),
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
