import { createHash } from 'node:crypto';
import { EXPORT_LINK_MINUTES } from '@pontual/contract/identity/user.ts';
import type { Clock } from '../../platform/clock.ts';
import type { KeyRing } from '../../platform/key-ring.ts';

/** What a link says of itself. */
export interface ExportLink {
  sessionId: string;
  expires: string;
  signature: string;
}

/**
 * Links to a download of everything. Nothing of them is kept: each names the session that asked, and
 * what it is signed with holds the password of then, so that it ends with either.
 */
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

    /** Whether it was made by us for this password. */
    isGenuine: ({ sessionId, expires, signature }: ExportLink, passwordHash: string | null) =>
      keyRing.verify(signedText(sessionId, expires, passwordHash), signature),
  };
}
