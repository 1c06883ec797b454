import { me, openSession } from '@pontual/contract/auth.ts';
import { GOOGLE_SIGN_IN_PATH } from '@pontual/contract/google.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AccessLog } from '../auth/access-log.ts';
import type { AuthService } from '../auth/auth.service.ts';
import type { KnownDevices } from '../auth/known-device.ts';
import { AppError } from '../http/app-error.ts';
import { cookieOf } from '../http/cookies.ts';
import { originOf } from '../http/origin.ts';
import { serve, type Serving } from '../http/serve.ts';
import type { Ending, GoogleSignIn } from './google.sign-in.ts';

/** Google sends the browser back here. */
export const GOOGLE_CALLBACK_PATH = `${GOOGLE_SIGN_IN_PATH}/callback`;

/** Ties a sign-in to the browser that began it, so that nobody is logged in as somebody else. */
const GOOGLE_COOKIE = 'pontual_google';

/** Signing in with Google, and who a session is of, which such a sign-in may open. */
export function registerGoogleRoutes(
  serving: Serving,
  deps: {
    google: GoogleSignIn;
    auth: AuthService;
    devices: KnownDevices;
    accessLog: AccessLog;
    publicUrl: string;
  },
): void {
  const { google, auth, devices, accessLog, publicUrl } = deps;
  const cookieRules = `Path=/api/auth; HttpOnly; SameSite=Lax${
    publicUrl.startsWith('https:') ? '; Secure' : ''
  }`;

  const goBack = (reply: FastifyReply, { to, ...ending }: Ending): FastifyReply => {
    const query = new URLSearchParams({ ...ending, ...(to === undefined ? {} : { to }) });
    return reply.redirect(`${publicUrl}/auth/callback?${query.toString()}`);
  };

  serving.app.get<{ Querystring: { to?: unknown } }>(
    GOOGLE_SIGN_IN_PATH,
    { schema: { hide: true } },
    async (request, reply) => {
      const begun = await google.begin(request.query.to);
      if (!('url' in begun)) return goBack(reply, begun);
      reply.header('set-cookie', `${GOOGLE_COOKIE}=${begun.browser}; Max-Age=600; ${cookieRules}`);
      return reply.redirect(begun.url);
    },
  );

  serving.app.get(GOOGLE_CALLBACK_PATH, { schema: { hide: true } }, async (request, reply) => {
    const browser = cookieOf(request, GOOGLE_COOKIE);
    const query = new URL(request.url, publicUrl).search.slice(1);
    return goBack(reply, await google.finish(query, browser));
  });

  /** The session that a returned token opens, if it still does, in this browser. */
  const openBy = async (token: string, request: FastifyRequest) => {
    const { headers } = request;
    const browser = cookieOf(request, GOOGLE_COOKIE);
    const userId = browser && (await google.redeem(token, browser));
    if (!userId) return undefined;
    await accessLog.write('logged_in', userId, originOf(request));
    return auth.openSession(userId, headers['user-agent'] ?? '');
  };

  serve(serving, openSession, async ({ body }, _caller, { request, reply }) => {
    const opened = await openBy(body.token, request);
    if (opened === undefined) throw new AppError('HANDOFF_INVALID');
    reply.header('set-cookie', `${GOOGLE_COOKIE}=; Max-Age=0; ${cookieRules}`);
    reply.header('set-cookie', devices.cookie(opened.user.email));
    return opened;
  });

  // Clients that know of no swap ask at once who the token is of.
  const authenticate: Serving['authenticate'] = async (token, from, request) => {
    const session = await auth.authenticate(token, from);
    if (session !== undefined) return session;
    const opened = await openBy(token, request);
    const found = opened && (await auth.authenticate(opened.token, from));
    return found && { ...found, token: opened.token };
  };
  serve({ ...serving, authenticate }, me, async (_request, { userId, token }) => ({
    user: await auth.userById(userId),
    ...(token === undefined ? {} : { token }),
  }));
}
