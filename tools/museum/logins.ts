import { SCOPES } from '@pontual/sandbox/instagram/scopes.ts';
import { INSTAGRAM_SCOPES } from '@pontual/sandbox/instagram/instagram-login/scopes.ts';
import type { Sandbox } from '@pontual/sandbox/sandbox.ts';
import type { Credentials } from '../simulation/owners.ts';

const REDIRECT_URI = 'http://127.0.0.1:1/callback';

/** The logins of people in the sandbox, without the part of the product. */
export function createLogins({ fetch, url, services }: Sandbox) {
  async function pressInDialog(
    dialogUrl: string,
    fields: readonly (readonly [string, string])[],
  ): Promise<URL> {
    const body = new URLSearchParams([
      ['redirect_uri', REDIRECT_URI],
      ['response_type', 'code'],
      ...fields.map(([name, value]): [string, string] => [name, value]),
    ]);
    const response = await fetch(dialogUrl, { method: 'POST', body });
    const location = response.headers.get('location');
    if (location === null) throw new Error(`a dialog refused: ${await response.text()}`);
    return new URL(location);
  }

  async function createAccount(username: string, owner?: string): Promise<string> {
    const response = await fetch(`${url}/_sandbox/instagram/accounts`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username, owner }),
    });
    const created = (await response.json()) as { ig_user_id: string }; // the sandbox guarantees the shape
    return created.ig_user_id;
  }

  async function readToken(response: Response): Promise<string> {
    const answer = (await response.json()) as { access_token: string }; // the sandbox guarantees the shape
    return answer.access_token;
  }

  return {
    /** These accounts, each with a page, belong to one person. */
    async createForOnePerson([first, ...others]: readonly string[]): Promise<void> {
      if (first !== undefined) await createAccount(first);
      for (const other of others) await createAccount(other, first);
    },

    /** What the app may use from now on; its person does not return to the app. */
    async grant(
      username: string,
      { pages, publishing }: { pages: readonly string[]; publishing: readonly string[] },
    ): Promise<void> {
      await pressInDialog(`${services.META_DIALOG_URL}/dialog/oauth`, [
        ['client_id', services.META_APP_ID],
        ['scope', SCOPES.join(',')],
        ['auth_type', 'rerequest'],
        ['choice', username],
        ['step', 'grant'],
        ...pages.map((page) => ['page', page] as const),
        ...publishing.map((account) => ['account', account] as const),
        ...SCOPES.map((scope) => ['permission', scope] as const),
      ]);
    },

    /** A login without a page, with a token of sixty days. */
    async logInWithoutPage(username: string): Promise<Credentials> {
      const igUserId = await createAccount(username);
      const { INSTAGRAM_APP_ID: id, INSTAGRAM_APP_SECRET: secret } = services;
      const dialogUrl = `${services.INSTAGRAM_DIALOG_URL}/oauth/authorize`;
      const redirected = await pressInDialog(dialogUrl, [
        ['client_id', id],
        ['scope', INSTAGRAM_SCOPES.join(',')],
        ['choice', username],
      ]);
      const short = await fetch(`${services.INSTAGRAM_TOKEN_URL}/oauth/access_token`, {
        method: 'POST',
        body: new URLSearchParams({
          client_id: id,
          client_secret: secret,
          grant_type: 'authorization_code',
          redirect_uri: REDIRECT_URI,
          code: redirected.searchParams.get('code') ?? '',
        }),
      });
      const query = new URLSearchParams({
        grant_type: 'ig_exchange_token',
        client_secret: secret,
        access_token: await readToken(short),
      });
      const long = await fetch(`${services.INSTAGRAM_GRAPH_URL}/access_token?${query.toString()}`);
      const token = await readToken(long);
      return {
        login: 'instagram',
        igUserId,
        pageId: null,
        authorizerId: igUserId,
        grantedScopes: INSTAGRAM_SCOPES,
        userToken: token,
        pageToken: token,
      };
    },
  };
}
