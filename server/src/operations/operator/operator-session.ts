import type { FastifyRequest } from 'fastify';
import { operatorPaths } from '@pontual/contract/operations/operator.ts';
import type { Clock } from '../../platform/clock.ts';
import { cookieOf } from '../../platform/http/cookies.ts';
import { hashToken, isSameSecret } from '../../platform/ids.ts';
import type { KeyRing } from '../../platform/key-ring.ts';

const COOKIE = 'pontual_operator';
const SESSION_S = 30 * 60;

export type OperatorSession = ReturnType<typeof createOperatorSession>;

/** No row stores a session: its cookie is signed for the token, so that another OPERATOR_TOKEN ends all. */
export function createOperatorSession(deps: {
  token: string;
  keyRing: KeyRing;
  clock: Pick<Clock, 'now'>;
  publicUrl: string;
}) {
  const { token, keyRing, clock, publicUrl } = deps;
  const secure = publicUrl.startsWith('https:') ? '; Secure' : '';
  const cookie = (value: string, seconds: number) =>
    `${COOKIE}=${value}; Max-Age=${seconds}; Path=${operatorPaths.page}; HttpOnly; SameSite=Strict${secure}`;
  const payload = (expires: string) =>
    `operator/${expires}/${hashToken(token).toString('base64url')}`;

  return {
    isToken: (typed: string) => isSameSecret(typed, token),

    begin(): string {
      const expires = String(clock.now().getTime() + SESSION_S * 1000);
      return cookie(`${expires}.${keyRing.sign(payload(expires))}`, SESSION_S);
    },

    end: cookie('', 0),

    /** A form of another page is refused, also one of another host of the same domain. */
    isOpen(request: FastifyRequest): boolean {
      const site = request.headers['sec-fetch-site'];
      if (request.method === 'POST' && site !== undefined && site !== 'same-origin') return false;
      const [expires = '', signature = ''] = (cookieOf(request, COOKIE) ?? '').split('.');
      return Number(expires) > clock.now().getTime() && keyRing.verify(payload(expires), signature);
    },
  };
}
