import type { FastifyRequest } from 'fastify';
import { cookieOf } from '../../platform/http/cookies.ts';
import { newToken } from '../../platform/ids.ts';
import type { KeyRing } from '../../platform/key-ring.ts';

const COOKIE = 'pontual_device';
const YEAR_S = 365 * 86_400;

export type KnownDevices = ReturnType<typeof createKnownDevices>;

/** Tells known browsers from guessing ones (OWASP, device cookies). The cookie alone grants no access. */
export function createKnownDevices({ keyRing, secure }: { keyRing: KeyRing; secure: boolean }) {
  // JSON, so that the end of an address cannot be read as the nonce.
  const signedPayload = (email: string, nonce: string) =>
    JSON.stringify(['device', email.toLowerCase(), nonce]);
  return {
    /** The id of the browser, if this account has logged in there before. */
    read(request: FastifyRequest, email: string): string | undefined {
      const [nonce = '', signature = ''] = cookieOf(request, COOKIE)?.split('.') ?? [];
      return keyRing.verify(signedPayload(email, nonce), signature) ? nonce : undefined;
    },

    cookie(email: string): string {
      const nonce = newToken();
      const rules = `Path=/api/auth; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
      const value = `${nonce}.${keyRing.sign(signedPayload(email, nonce))}`;
      return `${COOKIE}=${value}; Max-Age=${YEAR_S}; ${rules}`;
    },
  };
}
