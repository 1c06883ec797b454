import { randomBytes } from 'node:crypto';
import { returnPath, type GoogleError } from '@pontual/contract/identity/google.ts';
import { startSession } from '../sign-in/start-session.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Origin, Visitor } from '../../platform/http/origin.ts';
import { hashToken, newToken } from '../../platform/ids.ts';
import type { Log } from '../../platform/log/log.ts';
import type { GoogleLinking } from './linking.ts';
import { createHandoffsRepository } from './handoffs.repository.ts';
import { GoogleSignInError, type GoogleProvider } from './provider.ts';
import { createGoogleRepository } from './google.repository.ts';

/** `to` is the path that the visitor requested. */
export type SignInOutcome = ({ token: string } | { error: GoogleError }) & {
  to: string | undefined;
};

export type GoogleSignIn = ReturnType<typeof createGoogleSignIn>;

export function createGoogleSignIn(deps: {
  database: Database;
  provider: GoogleProvider;
  accounts: GoogleLinking;
  log: Log;
}) {
  const { database, provider, accounts, log } = deps;
  const repository = createGoogleRepository(database.db);

  /** Logs no personal data of the claims. */
  function errorCodeOf(error: unknown): GoogleError {
    if (!(error instanceof GoogleSignInError)) throw error;
    const { cause } = error;
    const reason = cause instanceof Error ? cause.message : undefined;
    if (error.value !== 'access_denied') log.warn({ value: error.value, reason }, 'no sign-in');
    return error.value;
  }

  return {
    /** The browser stores the secret `browser` and returns it with the callback. */
    async begin(returnTo: unknown): Promise<{ url: string; browser: string } | SignInOutcome> {
      const to = returnPath(returnTo);
      const [state, browser, nonce] = [newToken(), newToken(), newToken()];
      const codeVerifier = randomBytes(32).toString('base64url');
      try {
        const url = await provider.signInUrl({ state, nonce, codeVerifier });
        await repository.insertSignIn({
          stateHash: hashToken(state),
          browserHash: hashToken(browser),
          nonce,
          codeVerifier,
          returnTo: to ?? null,
        });
        return { url, browser };
      } catch (error) {
        return { error: errorCodeOf(error), to };
      }
    },

    async finish(query: string, browser: string | undefined, from: Origin): Promise<SignInOutcome> {
      const state = new URLSearchParams(query).get('state') ?? '';
      const browserHash = hashToken(browser ?? '');
      const started = await repository.consumeSignIn(hashToken(state), browserHash);
      if (started === undefined) return { error: 'invalid_state', to: undefined };
      const to = started.return_to ?? undefined;
      try {
        const { nonce, code_verifier: codeVerifier } = started;
        const claims = await provider.claimsOf(query, { state, nonce, codeVerifier });
        const token = newToken();
        await accounts.signIn(claims, from, (tx, userId) =>
          createHandoffsRepository(tx).insert(hashToken(token), browserHash, userId),
        );
        return { token, to };
      } catch (error) {
        return { error: errorCodeOf(error), to };
      }
    },

    /** Works once, and only in the browser that signed in. */
    redeem: (
      token: string,
      browser: string,
      visitor: Visitor,
    ): Promise<{ userId: string; token: string } | undefined> =>
      database.inTransaction(async (tx) => {
        const handoffs = createHandoffsRepository(tx);
        const tokenHash = hashToken(token);
        // The user is locked first: a password reset deletes this hand-off, or finds and ends its session.
        await handoffs.lockUserByToken(tokenHash);
        const userId = await handoffs.consume(tokenHash, hashToken(browser));
        if (userId === undefined) return undefined;
        const opened = await startSession(tx, { userId, visitor });
        return opened === undefined ? undefined : { userId, token: opened };
      }),

    async forgetExpired(): Promise<void> {
      await repository.forgetExpired();
      await createHandoffsRepository(database.db).forgetExpired();
    },
  };
}
