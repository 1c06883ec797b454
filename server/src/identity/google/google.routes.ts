import { openSession } from '@pontual/contract/identity/auth.ts';
import { GOOGLE_SIGN_IN_PATH, type GoogleError } from '@pontual/contract/identity/google.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AuthService } from '../sign-in/auth.service.ts';
import type { KnownDevices } from '../sign-in/known-device.ts';
import type { ThrottledAttempt, Throttle } from '../../platform/http/throttle.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { cookieOf } from '../../platform/http/cookies.ts';
import { originOf, visitorOf } from '../../platform/http/origin.ts';
import { serve, type ApiRouter } from '../../platform/http/serve.ts';
import type { SignInOutcome, GoogleSignIn } from './sign-in.ts';

export const GOOGLE_CALLBACK_PATH = `${GOOGLE_SIGN_IN_PATH}/callback`;

/** Prevents a login with another person's sign-in (login CSRF). */
const GOOGLE_COOKIE = 'pontual_google';

/** A cancellation or an unavailable Google does not count against the visitor. */
const userFaultErrors: ReadonlySet<GoogleError> = new Set([
  'invalid_state',
  'email_unverified',
  'account_exists',
  'other_google_account',
  'sign_in_failed',
]);

/** One counter for the redirect to Google, the return, and the opening of the session. */
const attemptOf = ({ ip }: FastifyRequest): ThrottledAttempt => ({
  what: 'google',
  account: null,
  address: ip,
});

export function registerGoogleRoutes(
  serving: ApiRouter,
  deps: {
    google: GoogleSignIn;
    auth: AuthService;
    devices: KnownDevices;
    throttle: Throttle;
    publicUrl: string;
  },
): void {
  const { google, auth, devices, throttle, publicUrl } = deps;
  const cookieRules = `Path=/api/auth; HttpOnly; SameSite=Lax${
    publicUrl.startsWith('https:') ? '; Secure' : ''
  }`;

  const redirectBack = (reply: FastifyReply, { to, ...outcome }: SignInOutcome): FastifyReply => {
    const query = new URLSearchParams({ ...outcome, ...(to === undefined ? {} : { to }) });
    return reply.redirect(`${publicUrl}/auth/callback?${query.toString()}`);
  };

  /** A rate-limited navigation becomes a redirect: the browser would show an API response as raw text. */
  const attempt = <T extends object>(
    request: FastifyRequest,
    act: () => Promise<T | SignInOutcome>,
  ): Promise<T | SignInOutcome> =>
    throttle
      .attempt(attemptOf(request), act, (end) => 'error' in end && userFaultErrors.has(end.error))
      .catch((error: unknown): SignInOutcome => {
        if (!(error instanceof AppError && error.code === 'RATE_LIMITED')) throw error;
        return { error: 'too_many_attempts', to: undefined };
      });

  serving.app.get<{ Querystring: { to?: unknown } }>(
    GOOGLE_SIGN_IN_PATH,
    { schema: { hide: true } },
    async (request, reply) => {
      const started = await attempt(request, () => google.begin(request.query.to));
      if (!('url' in started)) return redirectBack(reply, started);
      reply.header(
        'set-cookie',
        `${GOOGLE_COOKIE}=${started.browser}; Max-Age=600; ${cookieRules}`,
      );
      return reply.redirect(started.url);
    },
  );

  serving.app.get(GOOGLE_CALLBACK_PATH, { schema: { hide: true } }, async (request, reply) => {
    const browser = cookieOf(request, GOOGLE_COOKIE);
    const query = new URL(request.url, publicUrl).search.slice(1);
    const from = originOf(request);
    return redirectBack(reply, await attempt(request, () => google.finish(query, browser, from)));
  });

  serve(serving, openSession, async ({ body }, _caller, { request, reply }) => {
    const browser = cookieOf(request, GOOGLE_COOKIE);
    const opened = await throttle.attempt(attemptOf(request), async () => {
      const found = browser && (await google.redeem(body.token, browser, visitorOf(request)));
      if (!found) throw new AppError('HANDOFF_INVALID');
      return found;
    });
    const user = await auth.userById(opened.userId);
    reply.header('set-cookie', `${GOOGLE_COOKIE}=; Max-Age=0; ${cookieRules}`);
    reply.header('set-cookie', devices.cookie(user.email));
    return { user, token: opened.token };
  });
}
