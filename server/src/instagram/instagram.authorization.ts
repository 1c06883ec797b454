import * as z from 'zod';
import { GRAPH_VERSION, type Graph, type MetaSettings } from './instagram.graph.ts';

const SCOPES = [
  'instagram_basic',
  'instagram_content_publish',
  'pages_show_list',
  'pages_read_engagement',
  'business_management',
];

/** Pages are read in one call: nobody has more. */
const MAX_PAGES = 100;

const token = z.object({ access_token: z.string() });
const pages = z.object({
  data: z.array(
    z.object({
      id: z.string(),
      access_token: z.string().optional(),
      instagram_business_account: z
        .object({ id: z.string(), username: z.string(), profile_picture_url: z.url().optional() })
        .optional(),
    }),
  ),
});

/** What the owner has granted: one Instagram account, through its page. */
export interface Grant {
  igUserId: string;
  username: string;
  pictureUrl: string | undefined;
  pageId: string;
  facebookUserId: string;
  userToken: string;
  pageToken: string;
}

export type InstagramAuthorization = ReturnType<typeof createInstagramAuthorization>;

/** Facebook Login, the page-based flow: from the dialog's code to tokens that last. */
export function createInstagramAuthorization(
  graph: Graph,
  meta: MetaSettings,
  redirectUri: string,
) {
  const app = { client_id: meta.appId, client_secret: meta.appSecret };

  async function exchange(params: Record<string, string>): Promise<string> {
    const answer = await graph.call('GET', 'oauth/access_token', {
      params: { ...app, ...params },
      answer: token,
    });
    return answer.access_token;
  }

  return {
    /** Where the browser asks its owner. */
    dialogUrl(state: string): string {
      const params = new URLSearchParams({
        client_id: meta.appId,
        redirect_uri: redirectUri,
        state,
        response_type: 'code',
        scope: SCOPES.join(','),
      });
      return `${meta.dialogUrl}/${GRAPH_VERSION}/dialog/oauth?${params.toString()}`;
    },

    /**
     * Turns the code into a grant.
     * @returns `no_pages` or `no_instagram_business` when there is nothing to publish to.
     * @throws InstagramError
     */
    async grantOf(code: string): Promise<Grant | 'no_pages' | 'no_instagram_business'> {
      const shortLived = await exchange({ redirect_uri: redirectUri, code });
      // The page token got with a long-lived user token has no expiry date.
      const userToken = await exchange({
        grant_type: 'fb_exchange_token',
        fb_exchange_token: shortLived,
      });
      const me = await graph.call('GET', 'me', {
        token: userToken,
        params: { fields: 'id' },
        answer: z.object({ id: z.string() }),
      });
      const owned = await graph.call('GET', 'me/accounts', {
        token: userToken,
        params: {
          fields: 'id,access_token,instagram_business_account{id,username,profile_picture_url}',
          limit: String(MAX_PAGES),
        },
        answer: pages,
      });
      if (owned.data.length === 0) return 'no_pages';
      for (const page of owned.data) {
        const account = page.instagram_business_account;
        if (account === undefined || page.access_token === undefined) continue;
        return {
          igUserId: account.id,
          username: account.username,
          pictureUrl: account.profile_picture_url,
          pageId: page.id,
          facebookUserId: me.id,
          userToken,
          pageToken: page.access_token,
        };
      }
      return 'no_instagram_business';
    },
  };
}
