import type { FastifyRequest } from 'fastify';
import { cookieOf } from '../../platform/http/cookies.ts';
import { newToken } from '../../platform/ids.ts';
import type { KeyRing } from '../../platform/key-ring.ts';

const COOKIE = 'pontual_device';
const YEAR_S = 365 * 86_400;

export type KnownDevices = ReturnType<typeof createKnownDevices>;

/**
 * Tells a browser in which an account was logged in before from one that guesses, by a signed cookie
 * (OWASP, "Slow Down Online Guessing Attacks with Device Cookies"). It opens nothing by itself.
 */
export function createKnownDevices({ keyRing, secure }: { keyRing: KeyRing; secure: boolean }) {
  // As JSON: no address can be written so that its end is taken for a browser's name.
  const signedPayload = (email: string, nonce: string) =>
    JSON.stringify(['device', email.toLowerCase(), nonce]);
  return {
    /** What names the browser, if this account was logged in there. */
    read(request: FastifyRequest, email: string): string | undefined {
      const [nonce = '', signature = ''] = cookieOf(request, COOKIE)?.split('.') ?? [];
      return keyRing.verify(signedPayload(email, nonce), signature) ? nonce : undefined;
    },

    /** The header that lets the browser be known by this account from now on. */
    cookie(email: string): string {
      const nonce = newToken();
      const rules = `Path=/api/auth; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
      const value = `${nonce}.${keyRing.sign(signedPayload(email, nonce))}`;
      return `${COOKIE}=${value}; Max-Age=${YEAR_S}; ${rules}`;
    },
  };
}
