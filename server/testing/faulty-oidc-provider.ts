import { createHmac, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import { freePort } from './free-port.ts';

export interface OidcFaults {
  /** Of the ID token. */
  claims?: Record<string, unknown>;
  header?: Record<string, unknown>;
  /** With an unpublished key, with the client secret, or not at all. */
  signature?: 'stranger' | 'secret' | 'none';
  /** Of the discovery document. */
  metadata?: Record<string, unknown>;
  /** `silent` never responds, `broken` returns a server error. */
  silent?: string;
  broken?: string;
}

export const OIDC_CLIENT = { clientId: 'pontual', clientSecret: 'segredo-de-teste' };

const newKey = () => generateKeyPairSync('rsa', { modulusLength: 2048 });
const [ownKey, foreignKey] = [newKey(), newKey()];

const encodePart = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

function signatureOf(text: string, { signature, header }: OidcFaults): string {
  if (signature === 'none') return '';
  if (signature === 'secret' || header?.['alg'] === 'HS256') {
    return createHmac('sha256', OIDC_CLIENT.clientSecret).update(text).digest('base64url');
  }
  const key: KeyObject = signature === 'stranger' ? foreignKey.privateKey : ownKey.privateKey;
  return sign('RSA-SHA256', Buffer.from(text), key).toString('base64url');
}

export async function startFaultyOidcProvider(nonce: string) {
  const port = await freePort();
  const issuer = `http://localhost:${port}`;
  let faults: OidcFaults = {};
  let calls = 0;

  const idToken = (): string => {
    const now = Math.floor(Date.now() / 1000);
    const claims = {
      iss: issuer,
      aud: OIDC_CLIENT.clientId,
      sub: '1',
      nonce,
      iat: now,
      exp: now + 300,
      email: 'alguem@gmail.com',
      email_verified: true,
      ...faults.claims,
    };
    const text = `${encodePart({ alg: 'RS256', kid: 'um', ...faults.header })}.${encodePart(claims)}`;
    return `${text}.${signatureOf(text, faults)}`;
  };
  const responses: Record<string, () => object> = {
    '/.well-known/openid-configuration': () => ({
      issuer,
      authorization_endpoint: `${issuer}/auth`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/jwks`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      authorization_response_iss_parameter_supported: true,
      ...faults.metadata,
    }),
    '/jwks': () => ({
      keys: [
        { ...ownKey.publicKey.export({ format: 'jwk' }), kid: 'um', use: 'sig', alg: 'RS256' },
      ],
    }),
    '/token': () => ({ access_token: 'a', token_type: 'Bearer', id_token: idToken() }),
  };

  const server = createServer((request, response: ServerResponse) => {
    calls += 1;
    request.resume();
    const path = request.url ?? '';
    if (path === faults.silent) return;
    response.statusCode = path === faults.broken ? 503 : 200;
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(responses[path]?.() ?? {}));
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    issuer,
    calls: () => calls,
    setFaults(next: OidcFaults): void {
      faults = next;
    },
    close(): void {
      server.closeAllConnections();
      server.close();
    },
  };
}
