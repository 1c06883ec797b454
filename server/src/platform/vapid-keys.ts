import { createECDH } from 'node:crypto';

/** The VAPID keys that identify us to push services, in base64url: a P-256 point and its private number. */
export interface VapidKeys {
  publicKey: string;
  privateKey: string;
}

/** Returns whether the two keys are a pair. */
export function isVapidKeyPair({ publicKey, privateKey }: VapidKeys): boolean {
  try {
    const ecdh = createECDH('prime256v1');
    ecdh.setPrivateKey(Buffer.from(privateKey, 'base64url'));
    return ecdh.getPublicKey('base64url') === publicKey;
  } catch {
    return false;
  }
}
