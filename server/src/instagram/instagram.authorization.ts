import * as z from 'zod';
import type { Clock } from '../clock.ts';
import { GRAPH_VERSION, InstagramError, type Graph, type MetaSettings } from './instagram.graph.ts';

const SCOPES = [
  'instagram_basic',
  'instagram_content_publish',
  'pages_show_list',
  'pages_read_engagement',
  'business_management',
  // May be refused: then posts go out all the same, and only their counts are not known.
  'instagram_manage_insights',
  // May be refused: then only first comments are not written.
  'instagram_manage_comments',
];

/** Pages are read in one call: nobody has more. */
const MAX_PAGES = 100;

const token = z.object({ access_token: z.string(), expires_in: z.number().optional() });
/** In seconds since 1970; 0 is never. */
const inspected = z.object({
  data: z.object({
    expires_at: z.number().optional(),
    data_access_expires_at: z.number().optional(),
  }),
});
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
  /** Null when Instagram does not say. */
  userTokenExpiresAt: Date | null;
  /** When Instagram forgets the app, unless its owner logs in again; null when it does not say. */
  dataAccessExpiresAt: Date | null;
}

/** Whether this account, by Instagram's id of it, is what somebody came to connect. */
export type Wish = (igUserId: string) => boolean;

/** A grant that goes on, with new tokens. */
type Renewal = Pick<
  Grant,
  'userToken' | 'pageToken' | 'userTokenExpiresAt' | 'dataAccessExpiresAt'
>;

export type InstagramAuthorization = ReturnType<typeof createInstagramAuthorization>;

/** Facebook Login, the page-based flow: from the dialog's code to tokens that last. */
export function createInstagramAuthorization(
  graph: Graph,
  meta: MetaSettings,
  redirectUri: string,
  clock: Clock,
) {
  const app = { client_id: meta.appId, client_secret: meta.appSecret };

  const exchange = (params: Record<string, string>) =>
    graph.call('GET', 'oauth/access_token', { params: { ...app, ...params }, answer: token });

  /** A user token that lasts for 60 days, from one that still works. */
  async function prolong(userToken: string) {
    const longLived = await exchange({
      grant_type: 'fb_exchange_token',
      fb_exchange_token: userToken,
    });
    return { userToken: longLived.access_token, ...(await endsOf(longLived, graph, clock)) };
  }

  const pagesOf = async (userToken: string) => {
    const owned = await graph.call('GET', 'me/accounts', {
      token: userToken,
      params: {
        fields: 'id,access_token,instagram_business_account{id,username,profile_picture_url}',
        limit: String(MAX_PAGES),
      },
      answer: pages,
    });
    return owned.data;
  };

  return {
    /**
     * Where the browser asks its owner. Facebook does not ask for a declined permission again, unless
     * the address says so: `asksAgain`.
     */
    dialogUrl(state: string, asksAgain: boolean): string {
      const params = new URLSearchParams({
        client_id: meta.appId,
        redirect_uri: redirectUri,
        state,
        response_type: 'code',
        scope: SCOPES.join(','),
        ...(asksAgain ? { auth_type: 'rerequest' } : {}),
      });
      return `${meta.dialogUrl}/${GRAPH_VERSION}/dialog/oauth?${params.toString()}`;
    },

    /**
     * Turns the code into a grant: of the first account that fits the first of these wishes that any
     * fits; without wishes, of the first.
     * @returns `no_pages` or `no_instagram_business` when there is nothing to publish to, `unwanted`
     *   when no account fits any wish.
     * @throws InstagramError
     */
    async grantOf(
      code: string,
      wishes: readonly Wish[] = [() => true],
    ): Promise<Grant | 'no_pages' | 'no_instagram_business' | 'unwanted'> {
      const shortLived = await exchange({ redirect_uri: redirectUri, code });
      // The page token got with a long-lived user token has no expiry date.
      const { userToken, ...ends } = await prolong(shortLived.access_token);
      const me = await graph.call('GET', 'me', {
        token: userToken,
        params: { fields: 'id' },
        answer: z.object({ id: z.string() }),
      });
      const owned = await pagesOf(userToken);
      if (owned.length === 0) return 'no_pages';
      const grants = owned.flatMap((page): Grant[] => {
        const account = page.instagram_business_account;
        if (account === undefined || page.access_token === undefined) return [];
        return [
          {
            igUserId: account.id,
            username: account.username,
            pictureUrl: account.profile_picture_url,
            pageId: page.id,
            facebookUserId: me.id,
            userToken,
            pageToken: page.access_token,
            ...ends,
          },
        ];
      });
      if (grants.length === 0) return 'no_instagram_business';
      return wantedOf(grants, wishes) ?? 'unwanted';
    },

    /**
     * Gives back all that this person has granted the app: every token of theirs is dead then.
     * @throws InstagramError
     */
    async revoke(userToken: string, facebookUserId: string): Promise<void> {
      await graph.call('DELETE', `${facebookUserId}/permissions`, {
        token: userToken,
        answer: z.object({ success: z.literal(true) }),
      });
    },

    /**
     * Makes a grant last longer, while its user token still works and without its owner.
     * @returns `gone` when the page or its account is not the owner's to give any more.
     * @throws InstagramError
     */
    async renew(oldToken: string, pageId: string, igUserId: string): Promise<Renewal | 'gone'> {
      const renewed = await prolong(oldToken);
      const owned = await pagesOf(renewed.userToken);
      const page = owned.find(
        ({ id, instagram_business_account: account }) => id === pageId && account?.id === igUserId,
      );
      if (page?.access_token === undefined) return 'gone';
      return { ...renewed, pageToken: page.access_token };
    },
  };
}

/** The first that fits the first wish that any of them fits. */
function wantedOf(grants: readonly Grant[], wishes: readonly Wish[]): Grant | undefined {
  for (const isWanted of wishes) {
    const wanted = grants.find(({ igUserId }) => isWanted(igUserId));
    if (wanted !== undefined) return wanted;
  }
  return undefined;
}

/** When a user token ends. Nobody is kept from connecting because Instagram does not say. */
async function endsOf(
  { access_token: userToken, expires_in: seconds }: z.infer<typeof token>,
  graph: Graph,
  clock: Clock,
) {
  const params = { input_token: userToken, access_token: graph.appToken };
  const told = await graph.call('GET', 'debug_token', { params, answer: inspected }).then(
    ({ data }) => ({ user: toDate(data.expires_at), access: toDate(data.data_access_expires_at) }),
    (error: unknown) => {
      if (error instanceof InstagramError) return { user: null, access: null };
      throw error;
    },
  );
  const counted = seconds === undefined ? null : new Date(clock.now().getTime() + seconds * 1000);
  return { userTokenExpiresAt: told.user ?? counted, dataAccessExpiresAt: told.access };
}

const toDate = (seconds = 0) => (seconds === 0 ? null : new Date(seconds * 1000));
