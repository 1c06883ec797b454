import type { GoogleError } from '@pontual/contract/identity/google.ts';
import type { Configuration } from 'openid-client';
import * as z from 'zod';
import type { Clock } from '../../platform/clock.ts';
import type { GoogleClaims } from './google.rules.ts';

export interface GoogleSettings {
  issuer: string;
  clientId: string;
  clientSecret: string;
  redirectUri: string;
  timeoutMs?: number;
}

export interface SignInChecks {
  state: string;
  nonce: string;
  codeVerifier: string;
}

/** `value` is the error code for the visitor. */
export class GoogleSignInError extends Error {
  readonly value: GoogleError;

  constructor(value: GoogleError, cause?: unknown) {
    super(value, { cause });
    this.value = value;
  }
}

const TIMEOUT_MS = 5000;
const METADATA_TTL_MS = 24 * 3_600_000;

/** A worker never needs the library. */
const loadOpenIdClient = () => import('openid-client');

const idToken = z.object({
  iss: z.string(),
  sub: z.string().min(1).max(255),
  email: z.email().max(254),
  // Older responses of Google carry this as a string.
  email_verified: z.union([z.boolean(), z.literal('true'), z.literal('false')]).optional(),
  hd: z.string().min(1).optional(),
});

export type GoogleProvider = ReturnType<typeof createGoogleProvider>;

/** The library performs every check of a response. */
export function createGoogleProvider(settings: GoogleSettings, clock: Clock) {
  const { issuer, clientId, clientSecret, redirectUri, timeoutMs = TIMEOUT_MS } = settings;
  let cached: { configuration: Configuration; until: number } | undefined;

  async function discover(): Promise<Configuration> {
    const client = await loadOpenIdClient();
    const issuerUrl = new URL(issuer);
    const metadata = {
      client_secret: clientSecret,
      id_token_signed_response_alg: 'RS256',
    };
    return client.discovery(issuerUrl, clientId, metadata, undefined, {
      timeout: timeoutMs / 1000,
      execute: [
        // Without this option the library does not verify the signature and relies on the TLS connection.
        client.enableNonRepudiationChecks,
        ...(issuerUrl.protocol === 'http:' ? [client.allowInsecureRequests] : []),
      ],
    });
  }

  async function getConfiguration(): Promise<Configuration> {
    const now = clock.now().getTime();
    if (cached === undefined || cached.until < now) {
      try {
        cached = { configuration: await discover(), until: now + METADATA_TTL_MS };
      } catch (error) {
        throw new GoogleSignInError('provider_unavailable', error);
      }
    }
    return cached.configuration;
  }

  return {
    /** @throws GoogleSignInError */
    async signInUrl({ state, nonce, codeVerifier }: SignInChecks): Promise<string> {
      const configuration = await getConfiguration();
      const client = await loadOpenIdClient();
      const url = client.buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        state,
        nonce,
        code_challenge: await client.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
        // On a shared computer, Google must not silently reuse the account of the previous person.
        prompt: 'select_account',
      });
      return url.href;
    },

    /** `query` is that of the callback. @throws GoogleSignInError */
    async claimsOf(
      query: string,
      { state, nonce, codeVerifier }: SignInChecks,
    ): Promise<GoogleClaims> {
      const configuration = await getConfiguration();
      const client = await loadOpenIdClient();
      try {
        const answer = await client.authorizationCodeGrant(
          configuration,
          new URL(`${redirectUri}?${query}`),
          { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: codeVerifier },
        );
        const claims = idToken.parse(answer.claims());
        return {
          issuer: claims.iss,
          subject: claims.sub,
          email: claims.email,
          emailVerified: claims.email_verified === true || claims.email_verified === 'true',
          organisation: claims.hd,
        };
      } catch (error) {
        throw new GoogleSignInError(errorCodeOf(error), error);
      }
    },
  };
}

function errorCodeOf(error: unknown): GoogleError {
  if (!(error instanceof Error)) return 'sign_in_failed';
  if ('error' in error && error.error === 'access_denied') return 'access_denied';
  return isUnavailable(error) ? 'provider_unavailable' : 'sign_in_failed';
}

/** A failed connection, a timeout, or a server error. */
function isUnavailable(error: Error): boolean {
  if ('code' in error && error.code === 'OAUTH_TIMEOUT') return true;
  if (error.cause instanceof Response) return error.cause.status >= 500;
  return error instanceof TypeError && error.message === 'fetch failed';
}
