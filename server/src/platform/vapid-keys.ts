import { createECDH } from 'node:crypto';

/** By which push services know us, base64url: a point of P-256, and its number. */
export interface VapidKeys {
  publicKey: string;
  privateKey: string;
}

/** Whether the one key is the other's. */
export function isVapidKeyPair({ publicKey, privateKey }: VapidKeys): boolean {
  try {
    const ecdh = createECDH('prime256v1');
    ecdh.setPrivateKey(Buffer.from(privateKey, 'base64url'));
    return ecdh.getPublicKey('base64url') === publicKey;
  } catch {
    return false;
  }
}
