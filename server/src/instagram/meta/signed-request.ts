import { createHmac, timingSafeEqual } from 'node:crypto';
import * as z from 'zod';

/** What Meta says in our ear: who it is about, and since when it is true. */
export interface SignedRequest {
  /** Of the person, as this app knows them. */
  facebookUserId: string;
  issuedAt: Date;
  /** Names the deletion it asks for: the same for the same request, and nobody can guess it. */
  confirmationCode: string;
}

const payloadSchema = z.object({
  // Named by whoever sent it: nothing but this is ever computed.
  algorithm: z.literal('HMAC-SHA256'),
  user_id: z.string().regex(/^\d{1,40}$/),
  /** In seconds since 1970; the bound is that of a date. */
  issued_at: z.int().min(0).max(8_640_000_000_000),
});

/** Without padding, as Meta writes it. */
const BASE64URL = /^[\w-]+$/;

/** Reads what Meta has signed with the app's secret; undefined for whatever it has not. */
export function readSignedRequest(text: string, appSecret: string): SignedRequest | undefined {
  const [signature = '', payload = '', ...more] = text.split('.');
  if (more.length > 0 || !BASE64URL.test(signature) || !BASE64URL.test(payload)) return undefined;
  const macOf = (message: string) => createHmac('sha256', appSecret).update(message).digest();
  const [received, expected] = [Buffer.from(signature, 'base64url'), macOf(payload)];
  // Before anything of it is read.
  if (received.length !== expected.length || !timingSafeEqual(received, expected)) return undefined;
  const parsedPayload = payloadSchema.safeParse(
    parseJson(Buffer.from(payload, 'base64url').toString('utf8')),
  );
  if (!parsedPayload.success) return undefined;
  return {
    facebookUserId: parsedPayload.data.user_id,
    issuedAt: new Date(parsedPayload.data.issued_at * 1000),
    // A payload has no dot: Meta signs nothing that reads like this.
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
