import {
  instagramDisconnect,
  instagramUrl,
  listAccounts,
  searchPlaces,
} from '@pontual/contract/instagram.ts';
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

  serve(serving, instagramUrl, async ({ query }, session, { reply }) => {
    const { authUrl, browser } = await connection.begin(session, {
      adds: query.another === 'true',
      asksAgain: query.again === 'true',
    });
    reply.header('set-cookie', `${COOKIE}=${browser}; Max-Age=600; ${cookieRules}`);
    return { authUrl };
  });

  serve(serving, instagramDisconnect, async ({ query }, session) => {
    await connection.disconnect(session.workspaceId, query.account, observer);
    return null;
  });

  serve(serving, listAccounts, (_request, session) => connection.list(session.workspaceId));

  serve(serving, searchPlaces, ({ query }, session) => places.search(session.workspaceId, query.q));

  serving.app.get<{ Querystring: Record<string, string | string[] | undefined> }>(
    CALLBACK_PATH,
    { schema: { hide: true } },
    async (request, reply) => {
      const browser = cookieOf(request, COOKIE);
      const { code, state, error: refusal } = request.query;
      const returned = { code: single(code), state: single(state), error: single(refusal) };
      const error = await connection.finish(returned, browser, observer);
      return reply
        .header('set-cookie', `${COOKIE}=; Max-Age=0; ${cookieRules}`)
        .header('cache-control', 'no-store')
        .redirect(
          `${publicUrl}${error === undefined ? '/connected?connected=true' : `/dashboard?error=${error}`}`,
        );
    },
  );
}

/** A parameter given twice is none that Instagram sent. */
const single = (value: string | string[] | undefined) =>
  typeof value === 'string' ? value : undefined;
