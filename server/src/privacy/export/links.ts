import { createHash } from 'node:crypto';
import { EXPORT_LINK_MINUTES } from '@pontual/contract/identity/user.ts';
import type { Clock } from '../../platform/clock.ts';
import type { KeyRing } from '../../platform/key-ring.ts';

export interface ExportLink {
  sessionId: string;
  expires: string;
  signature: string;
}

/** The signature covers the session and the password hash, so a link ends with either. */
export function createExportLinks(keyRing: KeyRing, clock: Clock) {
  const signedText = (sessionId: string, expires: string, passwordHash: string | null) => {
    const password = createHash('sha256')
      .update(passwordHash ?? '')
      .digest('base64url');
    return `export/${sessionId}/${expires}/${password}`;
  };

  return {
    create(sessionId: string, passwordHash: string | null): { url: string; expiresAt: string } {
      const end = clock.now().getTime() + EXPORT_LINK_MINUTES * 60_000;
      const signature = keyRing.sign(signedText(sessionId, String(end), passwordHash));
      const url = `/export/${sessionId}/${end}/${signature}`;
      return { url, expiresAt: new Date(end).toISOString() };
    },

    isUnexpired: ({ expires }: ExportLink): boolean => Number(expires) > clock.now().getTime(),

    isGenuine: ({ sessionId, expires, signature }: ExportLink, passwordHash: string | null) =>
      keyRing.verify(signedText(sessionId, expires, passwordHash), signature),
  };
}
