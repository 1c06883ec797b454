import { createECDH } from 'node:crypto';

/** In base64url: a P-256 point and its private number. */
export interface VapidKeys {
  publicKey: string;
  privateKey: string;
}

export function isVapidKeyPair({ publicKey, privateKey }: VapidKeys): boolean {
  try {
    const ecdh = createECDH('prime256v1');
    ecdh.setPrivateKey(Buffer.from(privateKey, 'base64url'));
    return ecdh.getPublicKey('base64url') === publicKey;
  } catch {
    return false;
  }
}
