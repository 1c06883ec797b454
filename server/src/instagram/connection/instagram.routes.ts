import {
  cancelAccountChoice,
  chooseInstagramAccounts,
  disconnectInstagram,
  getInstagramAuthUrl,
  listInstagramAccounts,
  readAccountChoice,
  searchLocations,
} from '@pontual/contract/instagram/instagram.ts';
import {
  checkInstagramAccounts,
  checkOfferedAccounts,
} from '@pontual/contract/instagram/readiness.ts';
import { paths } from '@pontual/contract/shared/paths.ts';
import { hasPermission } from '@pontual/contract/shared/roles.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { cookieOf } from '../../platform/http/cookies.ts';
import { serve, type ApiRouter } from '../../platform/http/serve.ts';
import type { InstagramConnection } from './connection.ts';
import type { ConnectionObserver } from './connection-observer.ts';
import type { InstagramLocations } from '../graph/locations.ts';
import type { InstagramReadiness } from '../readiness/readiness.ts';
import type { Throttle } from '../../platform/http/throttle.ts';

export const CALLBACK_PATH = '/auth/instagram/callback';

/** Binds a connection to the browser that began it, so that another user cannot be made to finish it. */
const COOKIE = 'pontual_connecting';

export function registerInstagramRoutes(
  serving: ApiRouter,
  deps: {
    connection: InstagramConnection;
    locations: InstagramLocations;
    readiness: InstagramReadiness;
    throttle: Throttle;
    observer: ConnectionObserver;
    publicUrl: string;
  },
): void {
  const { connection, locations, readiness, throttle, observer, publicUrl } = deps;
  const cookieRules = `Path=/api/auth/instagram; HttpOnly; SameSite=Lax${
    publicUrl.startsWith('https:') ? '; Secure' : ''
  }`;

  const cookieFor = (browser: string) => `${COOKIE}=${browser}; Max-Age=600; ${cookieRules}`;
  const expiredCookie = `${COOKIE}=; Max-Age=0; ${cookieRules}`;

  serve(serving, getInstagramAuthUrl, async ({ query }, session, { reply }) => {
    const { authUrl, browser } = await connection.begin(session, {
      login: query.login,
      igUserId: query.account,
      adds: query.another === 'true',
      rerequestsDeclined: query.again === 'true',
    });
    reply.header('set-cookie', cookieFor(browser));
    return { authUrl };
  });

  serve(serving, disconnectInstagram, async ({ query }, session) => {
    await connection.disconnect(session.workspaceId, query.account, observer);
    return null;
  });

  serve(serving, readAccountChoice, (_request, session, { request }) =>
    connection.readChoice(session, cookieOf(request, COOKIE)),
  );

  serve(serving, chooseInstagramAccounts, async ({ body }, session, { request, reply }) => {
    await connection.choose(session, cookieOf(request, COOKIE), body.accounts, observer);
    reply.header('set-cookie', expiredCookie);
    return null;
  });

  serve(serving, cancelAccountChoice, async (_request, session, { request, reply }) => {
    await connection.cancelChoice(session, cookieOf(request, COOKIE));
    reply.header('set-cookie', expiredCookie);
    return null;
  });

  serve(serving, listInstagramAccounts, (_request, session) =>
    connection.list(session.workspaceId),
  );

  serve(serving, checkOfferedAccounts, (_request, session, { request }) =>
    readiness.checkOffered(session, cookieOf(request, COOKIE)),
  );

  serve(serving, checkInstagramAccounts, ({ query }, { workspaceId, role }, { request }) => {
    const again = query.again === 'true';
    const check = () => readiness.checkConnected(workspaceId, { again });
    if (!again) return check();
    if (!hasPermission(role, 'edit')) throw new AppError('ROLE_NOT_ALLOWED');
    const by = {
      what: 'check-accounts',
      account: workspaceId,
      address: request.ip,
    } as const;
    return throttle.attempt(by, check);
  });

  serve(serving, searchLocations, ({ query }, session) =>
    locations.search(session.workspaceId, query.q),
  );

  serving.app.get<{ Querystring: Record<string, string | string[] | undefined> }>(
    CALLBACK_PATH,
    { schema: { hide: true } },
    async (request, reply) => {
      const browser = cookieOf(request, COOKIE) ?? '';
      const { code, state, error: refusal } = request.query;
      const returned = { code: single(code), state: single(state), error: single(refusal) };
      const { end: outcome, adds, login } = await connection.finish(returned, browser, observer);
      // The retry button must repeat the request; an account that lost its access is connected already.
      const isAdditional = adds && outcome !== 'reconnect_incomplete';
      const retryParams = `${isAdditional ? '&another=true' : ''}${login === 'facebook' ? '' : `&login=${login}`}`;
      const redirects: Record<string, string> = {
        connected: `${paths.connected}?connected=true`,
        choose: paths.chooseAccounts,
      };
      return reply
        .header('set-cookie', outcome === 'choose' ? cookieFor(browser) : expiredCookie)
        .header('cache-control', 'no-store')
        .redirect(
          `${publicUrl}${redirects[outcome] ?? `${paths.dashboard}?error=${outcome}${retryParams}`}`,
        );
    },
  );
}

/** Instagram sends no repeated parameter, so one is treated as missing. */
const single = (value: string | string[] | undefined) =>
  typeof value === 'string' ? value : undefined;
