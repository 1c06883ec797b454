import type { ConnectionError } from '@pontual/contract/instagram/connection-errors.ts';
import * as z from 'zod';
import type { Clock } from '../../platform/clock.ts';
import { REQUIRED_INSTAGRAM_SCOPES } from '../../platform/meta-settings.ts';
import { duringLogin, isUnserved, type Graph } from '../graph/graph.ts';
import type { LoginResult, Renewal } from './authorization.ts';
import type { LoginFlow } from './login-flows.ts';

export interface InstagramLoginSettings {
  dialogUrl: string;
  appId: string;
  appSecret: string;
  scopes: readonly string[];
}

/** Meta documents lists of one object where Instagram returns the object. */
export const oneOf = <Shape extends z.ZodType>(shape: Shape) =>
  z.preprocess((body) => {
    const list = body instanceof Object && 'data' in body ? body.data : undefined;
    return Array.isArray(list) ? list[0] : body;
  }, shape);

const exchangedCode = oneOf(
  z.object({
    access_token: z.string(),
    /** Of the owner, for this app. */
    user_id: z.coerce.string(),
    permissions: z.union([
      z.array(z.string()),
      z.string().transform((text) => text.split(',').map((name) => name.trim())),
    ]),
  }),
);
const longLivedToken = z.object({ access_token: z.string(), expires_in: z.number() });
const profile = oneOf(
  z.object({
    /** That `user_id` of the exchanged code; here, `user_id` is the account. */
    id: z.string(),
    user_id: z.string(),
    username: z.string(),
    profile_picture_url: z.url().optional().catch(undefined),
  }),
);

/**
 * Whether Instagram serves nothing to the app in the name of this account. It answers with the same code to some
 * wrong requests, so the simplest one is made to confirm that.
 */
export async function isUnservedAccount(
  graph: Graph,
  token: string,
  error: unknown,
): Promise<boolean> {
  if (!isUnserved(error, 'instagram')) return false;
  try {
    const params = { fields: 'id' };
    await graph.call('GET', 'me', { host: 'instagram', token, params, answer: z.unknown() });
    return false;
  } catch (confirmation) {
    return isUnserved(confirmation, 'instagram');
  }
}

/** Instagram Login, without a page: from the code of its dialog to a token of sixty days. */
export function createInstagramLogin(
  graph: Graph,
  settings: InstagramLoginSettings,
  redirectUri: string,
  clock: Clock,
): LoginFlow {
  const { appId, appSecret, scopes } = settings;
  const loginGraph = duringLogin(graph);

  /** One token serves as that of the user and of the page. */
  async function requestToken(
    path: string,
    params: Record<string, string>,
    by: Graph,
  ): Promise<Renewal> {
    const { access_token: token, expires_in: seconds } = await by.call('GET', path, {
      host: 'instagram-tokens',
      params,
      answer: longLivedToken,
    });
    return {
      userToken: token,
      pageToken: token,
      userTokenExpiresAt: new Date(clock.now().getTime() + seconds * 1000),
      dataAccessExpiresAt: null,
    };
  }

  /** Null when Instagram answers nothing in the name of this account. */
  async function readAccount(shortLived: string) {
    try {
      const tokens = await requestToken(
        'access_token',
        {
          grant_type: 'ig_exchange_token',
          client_secret: appSecret,
          access_token: shortLived,
        },
        loginGraph,
      );
      const account = await loginGraph.call('GET', 'me', {
        host: 'instagram',
        token: tokens.userToken,
        params: { fields: 'id,user_id,username,profile_picture_url' },
        answer: profile,
      });
      return { tokens, account };
    } catch (error) {
      if (await isUnservedAccount(loginGraph, shortLived, error)) return null;
      throw error;
    }
  }

  return {
    dialogUrl(state, asksAnew) {
      const params = new URLSearchParams({
        client_id: appId,
        redirect_uri: redirectUri,
        response_type: 'code',
        scope: scopes.join(','),
        state,
        // A browser that is logged in would else return the same account again.
        ...(asksAnew ? { force_reauth: '1' } : {}),
      });
      return `${settings.dialogUrl}/oauth/authorize?${params.toString()}`;
    },

    async fetchGrants(code) {
      const {
        access_token: shortLived,
        user_id: authorizerId,
        permissions: grantedScopes,
      } = await loginGraph.call('POST', 'oauth/access_token', {
        host: 'instagram-codes',
        params: {
          client_id: appId,
          client_secret: appSecret,
          grant_type: 'authorization_code',
          redirect_uri: redirectUri,
          code,
        },
        answer: exchangedCode,
      });
      const refuse = (error: ConnectionError): LoginResult => ({
        login: 'instagram',
        authorizerId,
        grantedScopes,
        accounts: [],
        error,
      });
      const isComplete = REQUIRED_INSTAGRAM_SCOPES.every((scope) => grantedScopes.includes(scope));
      // Such a token may not even read the profile.
      if (!isComplete) return refuse('missing_instagram');
      const served = await readAccount(shortLived);
      if (served === null) return refuse('app_in_development');
      const { tokens, account } = served;
      const person = { login: 'instagram', authorizerId: account.id, grantedScopes } as const;
      const { user_id: igUserId, username, profile_picture_url: pictureUrl } = account;
      const grant = { ...person, ...tokens, igUserId, username, pictureUrl, pageId: null };
      return { ...person, accounts: [{ ...grant, pageName: username, refusal: null }] };
    },

    renew: (oldToken) =>
      requestToken(
        'refresh_access_token',
        {
          grant_type: 'ig_refresh_token',
          access_token: oldToken,
        },
        graph,
      ),
  };
}
