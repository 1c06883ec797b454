import type { GoogleError } from '@pontual/contract/identity/google.ts';
import type { Configuration } from 'openid-client';
import * as z from 'zod';
import type { Clock } from '../../platform/clock.ts';
import type { GoogleClaims } from './google.rules.ts';

export interface GoogleSettings {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Google sends the browser back here. */
  redirectUri: string;
  /** What any single call may take. */
  timeoutMs?: number;
}

/** What a browser that returns must prove to be the answer to. */
export interface SignInChecks {
  state: string;
  nonce: string;
  codeVerifier: string;
}

/** No sign-in; the value is what the visitor is told. */
export class GoogleSignInError extends Error {
  readonly value: GoogleError;

  constructor(value: GoogleError, cause?: unknown) {
    super(value, { cause });
    this.value = value;
  }
}

const TIMEOUT_MS = 5000;
/** So long what Google says of its addresses is believed. */
const METADATA_TTL_MS = 24 * 3_600_000;

/** The library is needed by whoever signs in, and by no worker. */
const loadOpenIdClient = () => import('openid-client');

const idToken = z.object({
  iss: z.string(),
  sub: z.string().min(1).max(255),
  email: z.email().max(254),
  // Older answers of Google's say it as text.
  email_verified: z.union([z.boolean(), z.literal('true'), z.literal('false')]).optional(),
  hd: z.string().min(1).optional(),
});

export type GoogleProvider = ReturnType<typeof createGoogleProvider>;

/** Google's OpenID Connect: every check of an answer is the library's. */
export function createGoogleProvider(settings: GoogleSettings, clock: Clock) {
  const { issuer, clientId, clientSecret, redirectUri, timeoutMs = TIMEOUT_MS } = settings;
  let cached: { configuration: Configuration; until: number } | undefined;

  async function discover(): Promise<Configuration> {
    const client = await loadOpenIdClient();
    const issuerUrl = new URL(issuer);
    const metadata = {
      client_secret: clientSecret,
      // The only algorithm that is taken.
      id_token_signed_response_alg: 'RS256',
    };
    return client.discovery(issuerUrl, clientId, metadata, undefined, {
      timeout: timeoutMs / 1000,
      execute: [
        // Without this the signature is not looked at: the connection would stand for it.
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
    /**
     * Where the browser signs in.
     * @throws GoogleSignInError
     */
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
        // On a shared computer the last person's account is not the next one's.
        prompt: 'select_account',
      });
      return url.href;
    },

    /**
     * Who has signed in, from the query that the browser returned with.
     * @throws GoogleSignInError
     */
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

/** No connection, no answer in time, or one that says that the fault is theirs. */
function isUnavailable(error: Error): boolean {
  if ('code' in error && error.code === 'OAUTH_TIMEOUT') return true;
  if (error.cause instanceof Response) return error.cause.status >= 500;
  return error instanceof TypeError && error.message === 'fetch failed';
}
