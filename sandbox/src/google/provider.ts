import { generateKeyPair, randomBytes } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import type { Provider } from 'oidc-provider';
import { html } from '../platform/pages/html.ts';
import { renderPage } from '../platform/pages/page.ts';
import { openCollection } from '../platform/state/collection.ts';
import type { GoogleUsers, GoogleUser } from './users.ts';
import { createOidcAdapter } from './oidc-adapter.ts';

/** The only registered client. Its values are fixed, so that a restart changes nothing. */
export const CLIENT = {
  id: '271828182845-pontual.apps.googleusercontent.example',
  secret: 'segredo-do-aplicativo-no-sandbox',
  name: 'Pontual (demonstração)',
} as const;

export const SCOPE = 'openid email profile';

export const GOOGLE_PATH = '/google';

type StoredKey = { id: string; jwk: object };

/** Creates the signing key of ID tokens once, since tokens from before a restart must stay valid. */
async function loadSigningKey(database: DatabaseSync): Promise<object> {
  const keys = openCollection<StoredKey>(database, 'google-keys');
  const known = keys.get('RS256');
  if (known) return known.jwk;
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 });
  const kid = randomBytes(8).toString('hex');
  const jwk = { ...privateKey.export({ format: 'jwk' }), kid, use: 'sig', alg: 'RS256' };
  keys.put({ id: 'RS256', jwk });
  return jwk;
}

function buildClaims({ id, name, email, emailVerified, organisation }: GoogleUser): object {
  return {
    sub: id,
    name,
    email,
    email_verified: emailVerified,
    ...(organisation === undefined ? {} : { hd: organisation }),
  };
}

/** The module loads on first use: most runs do not need it. */
export async function createProvider(
  database: DatabaseSync,
  users: GoogleUsers,
  url: string,
): Promise<Provider> {
  const [{ Provider, interactionPolicy }, jwk] = await Promise.all([
    import('oidc-provider'),
    loadSigningKey(database),
  ]);
  const policy = interactionPolicy.base();
  policy.add(new interactionPolicy.Prompt({ name: 'select_account', requestable: true }), 0);
  const provider = new Provider(`${url}${GOOGLE_PATH}`, {
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        client_name: CLIENT.name,
        // A placeholder, replaced below: the address of the product is unknown here.
        redirect_uris: [url],
        response_types: ['code'],
        grant_types: ['authorization_code'],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    adapter: () => createOidcAdapter(),
    jwks: { keys: [jwk] },
    cookies: { keys: [randomBytes(16).toString('hex')] },
    // Google puts the claims into the ID token itself.
    conformIdTokenClaims: false,
    claims: { openid: ['sub', 'hd'], email: ['email', 'email_verified'], profile: ['name'] },
    scopes: ['openid', 'email', 'profile'],
    findAccount: (_context: unknown, id: string) => {
      const user = users.find(id);
      return user && { accountId: id, claims: () => buildClaims(user) };
    },
    features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: false } },
    pkce: { required: () => true },
    interactions: {
      policy,
      url: (_context: unknown, { uid }: { uid: string }) => `${GOOGLE_PATH}/interaction/${uid}`,
    },
    ttl: { Interaction: 3600, Session: 600, Grant: 600, AccessToken: 3600, IdToken: 3600 },
    renderError(context: { type: string; body: string }, details: Record<string, string>) {
      context.type = 'html';
      context.body = renderPage(
        'Não foi possível entrar',
        html`<p class="card">${details['error']}: ${details['error_description']}</p>`,
        { narrow: true },
      );
    },
  });
  provider.Client.prototype.redirectUriAllowed = (uri) =>
    URL.canParse(uri) && /^https?:\/\//.test(uri);
  return provider;
}
