import { createDecipheriv, createECDH, hkdfSync } from 'node:crypto';
import type { PushSubscription } from './records.ts';

export class UnreadableError extends Error {}

const SALT_LENGTH = 16;
const HEADER_LENGTH = SALT_LENGTH + 4 + 1;
const TAG_LENGTH = 16;
/** The limit of every push service. */
export const MAX_BODY_BYTES = 4096;

const expand = (key: Uint8Array, salt: Uint8Array, info: Uint8Array, length: number): Buffer =>
  Buffer.from(hkdfSync('sha256', key, salt, info, length));

/**
 * The body is one record of RFC 8188 with the keys of RFC 8291.
 * @throws UnreadableError
 */
export function decrypt(body: Buffer, to: PushSubscription): Buffer {
  if (body.length < HEADER_LENGTH) throw new UnreadableError('the body ends before its head does');
  const salt = body.subarray(0, SALT_LENGTH);
  const recordSize = body.readUInt32BE(SALT_LENGTH);
  const idLength = body.readUInt8(SALT_LENGTH + 4);
  if (idLength !== 65) throw new UnreadableError('the key id is no public key of P-256');
  const senderKey = body.subarray(HEADER_LENGTH, HEADER_LENGTH + idLength);
  const record = body.subarray(HEADER_LENGTH + idLength);
  if (record.length <= TAG_LENGTH || record.length > recordSize) {
    throw new UnreadableError('the body is not exactly one record');
  }
  const { key, nonce } = deriveKeys(to, senderKey, salt);
  try {
    const decipher = createDecipheriv('aes-128-gcm', key, nonce);
    decipher.setAuthTag(record.subarray(-TAG_LENGTH));
    return unpad(
      Buffer.concat([decipher.update(record.subarray(0, -TAG_LENGTH)), decipher.final()]),
    );
  } catch (error) {
    if (error instanceof UnreadableError) throw error;
    throw new UnreadableError('the record does not open with the keys of this subscription');
  }
}

function deriveKeys(to: PushSubscription, senderKey: Buffer, salt: Buffer) {
  const receiver = createECDH('prime256v1');
  receiver.setPrivateKey(Buffer.from(to.privateKey, 'base64url'));
  let shared: Buffer;
  try {
    shared = receiver.computeSecret(senderKey);
  } catch {
    throw new UnreadableError('the key id is no point of P-256');
  }
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), receiver.getPublicKey(), senderKey]);
  const secret = expand(shared, Buffer.from(to.auth, 'base64url'), info, 32);
  return {
    key: expand(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16),
    nonce: expand(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12),
  };
}

/** Zeros after the delimiter of the last record are padding. */
function unpad(plain: Buffer): Buffer {
  let end = plain.length - 1;
  while (end >= 0 && plain[end] === 0) end -= 1;
  if (end < 0 || plain[end] !== 2) throw new UnreadableError('the record is not the last one');
  return plain.subarray(0, end);
}
