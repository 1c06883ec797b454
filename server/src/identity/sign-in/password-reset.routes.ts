import { forgotPassword, resetPassword } from '@pontual/contract/identity/auth.ts';
import { cookieOf } from '../../platform/http/cookies.ts';
import { visitorOf } from '../../platform/http/origin.ts';
import { serve, type ApiRouter } from '../../platform/http/serve.ts';
import type { KnownDevices } from './known-device.ts';
import type { PasswordReset } from './password-reset.service.ts';
import type { Throttle } from '../../platform/http/throttle.ts';

const COOKIE = 'pontual_recovering';
/** In seconds. The 30 minutes of the link begin when its email is sent, which may be late. */
const COOKIE_MAX_AGE_S = 2 * 3600;

export function registerPasswordResetRoutes(
  serving: ApiRouter,
  deps: {
    passwordReset: PasswordReset;
    throttle: Throttle;
    devices: KnownDevices;
    publicUrl: string;
  },
): void {
  const { passwordReset, throttle, devices, publicUrl } = deps;
  const cookieRules = `Path=/api/auth; HttpOnly; SameSite=Strict${
    publicUrl.startsWith('https:') ? '; Secure' : ''
  }`;

  serve(serving, forgotPassword, ({ body }, _caller, { request, reply }) => {
    const attempt = { what: 'forgot-password', account: null, address: request.ip } as const;
    return throttle.attempt(attempt, async () => {
      const { browser } = await passwordReset.requestReset(body.email, cookieOf(request, COOKIE));
      reply.header(
        'set-cookie',
        `${COOKIE}=${browser}; Max-Age=${COOKIE_MAX_AGE_S}; ${cookieRules}`,
      );
      return null;
    });
  });

  serve(serving, resetPassword, ({ body }, _caller, { request, reply }) => {
    const attempt = { what: 'reset-password', account: null, address: request.ip } as const;
    return throttle.attempt(attempt, async () => {
      const browser = cookieOf(request, COOKIE);
      const resetAttempt = { token: body.token, browser, visitor: visitorOf(request) };
      const opened = await passwordReset.reset(resetAttempt, body.password);
      reply.header('set-cookie', `${COOKIE}=; Max-Age=0; ${cookieRules}`);
      if (opened.user !== undefined) {
        reply.header('set-cookie', devices.cookie(opened.user.email));
      }
      return opened;
    });
  });
}
