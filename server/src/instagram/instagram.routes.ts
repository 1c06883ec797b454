import {
  cancelChoice,
  chooseAccounts,
  instagramDisconnect,
  instagramUrl,
  isMissingPermission,
  listAccounts,
  readChoice,
  searchPlaces,
} from '@pontual/contract/instagram.ts';
import { paths } from '@pontual/contract/paths.ts';
import { cookieOf } from '../http/cookies.ts';
import { serve, type Serving } from '../http/serve.ts';
import type { ConnectionObserver, InstagramConnection } from './instagram.connection.ts';
import type { InstagramPlaces } from './instagram.places.ts';

/** Instagram sends the browser back here. */
export const CALLBACK_PATH = '/auth/instagram/callback';

/** Ties a connection to the browser that began it, so that nobody is sent to finish another's. */
const COOKIE = 'pontual_connecting';

export function registerInstagramRoutes(
  serving: Serving,
  deps: {
    connection: InstagramConnection;
    places: InstagramPlaces;
    observer: ConnectionObserver;
    publicUrl: string;
  },
): void {
  const { connection, places, observer, publicUrl } = deps;
  const cookieRules = `Path=/api/auth/instagram; HttpOnly; SameSite=Lax${
    publicUrl.startsWith('https:') ? '; Secure' : ''
  }`;

  const cookieFor = (browser: string) => `${COOKIE}=${browser}; Max-Age=600; ${cookieRules}`;
  const noCookie = `${COOKIE}=; Max-Age=0; ${cookieRules}`;

  serve(serving, instagramUrl, async ({ query }, session, { reply }) => {
    const { authUrl, browser } = await connection.begin(session, {
      adds: query.another === 'true',
      asksAgain: query.again === 'true',
    });
    reply.header('set-cookie', cookieFor(browser));
    return { authUrl };
  });

  serve(serving, instagramDisconnect, async ({ query }, session) => {
    await connection.disconnect(session.workspaceId, query.account, observer);
    return null;
  });

  serve(serving, readChoice, (_request, session, { request }) =>
    connection.readChoice(session, cookieOf(request, COOKIE)),
  );

  serve(serving, chooseAccounts, async ({ body }, session, { request, reply }) => {
    await connection.choose(session, cookieOf(request, COOKIE), body.accounts, observer);
    reply.header('set-cookie', noCookie);
    return null;
  });

  serve(serving, cancelChoice, async (_request, session, { request, reply }) => {
    await connection.cancelChoice(session, cookieOf(request, COOKIE));
    reply.header('set-cookie', noCookie);
    return null;
  });

  serve(serving, listAccounts, (_request, session) => connection.list(session.workspaceId));

  serve(serving, searchPlaces, ({ query }, session) => places.search(session.workspaceId, query.q));

  serving.app.get<{ Querystring: Record<string, string | string[] | undefined> }>(
    CALLBACK_PATH,
    { schema: { hide: true } },
    async (request, reply) => {
      const browser = cookieOf(request, COOKIE) ?? '';
      const { code, state, error: refusal } = request.query;
      const returned = { code: single(code), state: single(state), error: single(refusal) };
      const { end, adds } = await connection.finish(returned, browser, observer);
      // What was asked for is asked for again by a button that stands beside the sentence.
      const again = adds && isMissingPermission(end) ? '&another=true' : '';
      const ends: Record<string, string> = {
        connected: `${paths.connected}?connected=true`,
        choose: paths.chooseAccounts,
      };
      return reply
        .header('set-cookie', end === 'choose' ? cookieFor(browser) : noCookie)
        .header('cache-control', 'no-store')
        .redirect(`${publicUrl}${ends[end] ?? `${paths.dashboard}?error=${end}${again}`}`);
    },
  );
}

/** A parameter given twice is none that Instagram sent. */
const single = (value: string | string[] | undefined) =>
  typeof value === 'string' ? value : undefined;
