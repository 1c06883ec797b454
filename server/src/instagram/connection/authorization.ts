import * as z from 'zod';
import type { Clock } from '../../platform/clock.ts';
import type { ConnectionError } from '@pontual/contract/instagram/connection-errors.ts';
import type { InstagramLogin } from '@pontual/contract/instagram/instagram.ts';
import { PORTFOLIO_SCOPE } from '../../platform/meta-settings.ts';
import {
  duringLogin,
  isUnserved,
  InstagramError,
  type Graph,
  type GraphSettings,
} from '../graph/graph.ts';
import { readPages } from './pages.ts';
import {
  grantedPermissions,
  findMissingPermission,
  findRefusal,
  type AccountRefusal,
} from '../tokens/permissions.rules.ts';

const tokenResponse = z.object({ access_token: z.string(), expires_in: z.number().optional() });
/** In seconds since 1970; 0 means never. */
const tokenInspection = z.object({
  data: z.object({
    expires_at: z.number().optional(),
    data_access_expires_at: z.number().optional(),
    ...grantedPermissions.partial().shape,
  }),
});
export interface Grant {
  igUserId: string;
  username: string;
  pictureUrl: string | undefined;
  login: InstagramLogin;
  pageId: string | null;
  authorizerId: string;
  userToken: string;
  pageToken: string;
  /** Those that the login has listed; null where `debug_token` tells them. */
  grantedScopes: readonly string[] | null;
  /** Null when Instagram does not report it. */
  userTokenExpiresAt: Date | null;
  /** When the app loses access to the data unless the owner logs in again; null when not reported. */
  dataAccessExpiresAt: Date | null;
}

export interface LoginSettings extends Pick<GraphSettings, 'version' | 'appId' | 'appSecret'> {
  dialogUrl: string;
  scopes: readonly string[];
  /** A configuration of Facebook Login for Business, which names the permissions itself. */
  configId: string | undefined;
}

export interface GrantedAccount extends Grant {
  pageName: string;
  refusal: AccountRefusal | null;
}

export interface LoginResult {
  login: InstagramLogin;
  authorizerId: string;
  grantedScopes: readonly string[] | null;
  accounts: GrantedAccount[];
  error?: ConnectionError;
}

export type Renewal = Pick<
  Grant,
  'userToken' | 'pageToken' | 'userTokenExpiresAt' | 'dataAccessExpiresAt'
>;

export type InstagramAuthorization = ReturnType<typeof createInstagramAuthorization>;

/** Facebook Login in the page-based flow: from the code of the dialog to long-lived tokens. */
export function createInstagramAuthorization(
  graph: Graph,
  meta: LoginSettings,
  redirectUri: string,
  clock: Clock,
) {
  const app = { client_id: meta.appId, client_secret: meta.appSecret };

  const loginGraph = duringLogin(graph);

  const exchange = (params: Record<string, string>, by: Graph) =>
    by.call('GET', 'oauth/access_token', {
      params: { ...app, ...params },
      answer: tokenResponse,
    });

  async function exchangeForLongLived(userToken: string, by: Graph) {
    const params = { grant_type: 'fb_exchange_token', fb_exchange_token: userToken };
    const longLived = await exchange(params, by);
    const { granted, ...expiries } = await inspect(longLived, by, clock);
    return { granted, renewal: { userToken: longLived.access_token, ...expiries } };
  }

  return {
    /** Facebook requests a declined permission again only with `rerequestsDeclined`. */
    dialogUrl(state: string, rerequestsDeclined: boolean): string {
      const params = new URLSearchParams({
        client_id: meta.appId,
        redirect_uri: redirectUri,
        state,
        response_type: 'code',
        ...(meta.configId === undefined
          ? { scope: meta.scopes.join(',') }
          : { config_id: meta.configId }),
        ...(rerequestsDeclined ? { auth_type: 'rerequest' } : {}),
      });
      return `${meta.dialogUrl}/${meta.version}/dialog/oauth?${params.toString()}`;
    },

    /**
     * Names the person also when nothing can be connected: the login may have narrowed what was granted before.
     * @throws InstagramError
     */
    async fetchGrants(code: string): Promise<LoginResult> {
      const shortLived = await exchange({ redirect_uri: redirectUri, code }, loginGraph);
      // A page token obtained with a long-lived user token does not expire.
      const { granted, renewal } = await exchangeForLongLived(shortLived.access_token, loginGraph);
      const { userToken } = renewal;
      const facebookUserId = await readPerson(loginGraph, userToken);
      const person = {
        login: 'facebook',
        authorizerId: facebookUserId ?? '',
        grantedScopes: null,
      } as const;
      const fail = (error: ConnectionError) => ({ ...person, accounts: [], error });
      if (facebookUserId === null) return fail('app_in_development');
      const missing = granted === null ? undefined : findMissingPermission(granted);
      if (missing !== undefined) return fail(missing);
      const pages = await readPages(loginGraph, userToken);
      if (pages.length === 0) {
        // Without this permission, Graph omits the pages of a business portfolio.
        const isMissing =
          meta.scopes.includes(PORTFOLIO_SCOPE) &&
          granted?.scopes.includes(PORTFOLIO_SCOPE) === false;
        return fail(isMissing ? 'missing_business' : 'no_pages');
      }
      const accounts = pages.flatMap((page): GrantedAccount[] => {
        const { instagram_business_account: professional, connected_instagram_account: other } =
          page;
        const account = professional ?? (other && { ...other, profile_picture_url: undefined });
        if (account?.username === undefined || page.access_token === undefined) return [];
        const ids = { igUserId: account.id, pageId: page.id };
        return [
          {
            ...person,
            ...ids,
            username: account.username,
            pictureUrl: account.profile_picture_url,
            pageName: page.name ?? account.username,
            pageToken: page.access_token,
            ...renewal,
            refusal:
              professional === undefined
                ? 'personal_account'
                : findRefusal({ ...ids, tasks: page.tasks }, granted),
          },
        ];
      });
      return accounts.length === 0 ? fail('no_instagram_business') : { ...person, accounts };
    },

    /**
     * Invalidates all tokens of this Facebook user.
     * @throws InstagramError
     */
    async revoke(userToken: string, facebookUserId: string): Promise<void> {
      await graph.call('DELETE', `${facebookUserId}/permissions`, {
        token: userToken,
        answer: z.object({ success: z.literal(true) }),
      });
    },

    /**
     * Works without the owner, but only while the user token is still valid.
     * @returns `gone` when the owner no longer has access to the page or its account
     * @throws InstagramError
     */
    async renew(
      oldToken: string,
      pageId: string | null,
      igUserId: string,
    ): Promise<Renewal | 'gone'> {
      const { renewal } = await exchangeForLongLived(oldToken, graph);
      const pages = await readPages(graph, renewal.userToken);
      const page = pages.find(
        ({ id, instagram_business_account: account }) => id === pageId && account?.id === igUserId,
      );
      if (page?.access_token === undefined) return 'gone';
      return { ...renewal, pageToken: page.access_token };
    },
  };
}

/** Null when Facebook answers nothing in the name of this person. */
export const readPerson = (graph: Graph, token: string): Promise<string | null> =>
  graph
    .call('GET', 'me', { token, params: { fields: 'id' }, answer: z.object({ id: z.string() }) })
    .then(
      ({ id }) => id,
      (error: unknown) => {
        if (isUnserved(error, 'facebook')) return null;
        throw error;
      },
    );

/** Null where Instagram does not report a value: a failed inspection does not prevent the connection. */
async function inspect(
  { access_token: userToken, expires_in: seconds }: z.infer<typeof tokenResponse>,
  graph: Graph,
  clock: Clock,
) {
  const params = { input_token: userToken, access_token: graph.appToken };
  const tokenInfo = await graph
    .call('GET', 'debug_token', { params, answer: tokenInspection })
    .then(
      ({ data }) => data,
      (error: unknown) => {
        if (error instanceof InstagramError) return undefined;
        throw error;
      },
    );
  const expiryFromSeconds =
    seconds === undefined ? null : new Date(clock.now().getTime() + seconds * 1000);
  return {
    userTokenExpiresAt: toDate(tokenInfo?.expires_at) ?? expiryFromSeconds,
    dataAccessExpiresAt: toDate(tokenInfo?.data_access_expires_at),
    granted: grantedPermissions.safeParse(tokenInfo).data ?? null,
  };
}

const toDate = (seconds = 0) => (seconds === 0 ? null : new Date(seconds * 1000));
