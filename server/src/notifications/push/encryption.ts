import { createCipheriv, createECDH, hkdfSync, randomBytes, type ECDH } from 'node:crypto';

/** As its browser reports them, in base64url. */
export interface SubscriptionKeys {
  /** On P-256, uncompressed. */
  p256dh: string;
  /** 16 bytes that browser and server share. */
  auth: string;
}

const RECORD_BYTES = 4096;
/** One record of 4096 bytes with its overhead: RFC 8291, section 4. */
export const MAX_PLAIN_BYTES = 3993;

interface EphemeralKeys {
  sender: ECDH;
  salt: Buffer;
}

function createEphemeralKeys(): EphemeralKeys {
  const sender = createECDH('prime256v1');
  sender.generateKeys();
  return { sender, salt: randomBytes(16) };
}

const derive = (key: Buffer, salt: Buffer, info: Buffer, length: number) =>
  Buffer.from(hkdfSync('sha256', key, salt, info, length));

/** `aes128gcm` (RFC 8188) with the keys of RFC 8291. */
export function encryptFor(
  subscriptionKeys: SubscriptionKeys,
  plain: Buffer,
  ephemeral: EphemeralKeys = createEphemeralKeys(),
): Buffer {
  if (plain.length > MAX_PLAIN_BYTES) throw new Error('a push message is one record');
  const { sender, salt } = ephemeral;
  const theirs = Buffer.from(subscriptionKeys.p256dh, 'base64url');
  const own = sender.getPublicKey();
  const shared = sender.computeSecret(theirs);
  const keyInfo = Buffer.concat([Buffer.from('WebPush: info\0'), theirs, own]);
  const secret = derive(shared, Buffer.from(subscriptionKeys.auth, 'base64url'), keyInfo, 32);
  const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
  const cipher = createCipheriv('aes-128-gcm', key, nonce);
  // 2 is the delimiter of the last record.
  const record = [cipher.update(plain), cipher.update(Buffer.of(2)), cipher.final()];
  const size = Buffer.alloc(4);
  size.writeUInt32BE(RECORD_BYTES);
  const head = [salt, size, Buffer.of(own.length), own];
  return Buffer.concat([...head, ...record, cipher.getAuthTag()]);
}

export function hasValidKeys({ p256dh, auth }: SubscriptionKeys): boolean {
  if (Buffer.from(auth, 'base64url').length !== 16) return false;
  try {
    const ecdh = createECDH('prime256v1');
    ecdh.generateKeys();
    // Throws for a point that is not on the curve.
    ecdh.computeSecret(Buffer.from(p256dh, 'base64url'));
    return true;
  } catch {
    return false;
  }
}
