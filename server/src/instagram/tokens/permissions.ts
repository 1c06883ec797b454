import * as z from 'zod';
import { refusedDespitePermission, isPermissionError } from '../graph/errors.ts';
import { InstagramError, NO_TOKEN, type Graph } from '../graph/graph.ts';
import { grantedPermissions, PUBLISHING_SCOPES, scopesFor } from './permissions.rules.ts';
import type { PublishingAccount } from '../graph/publishing-account.ts';
import type { CallLimiter } from '../graph/call-limiter.ts';

const tokenInfo = z.object({
  data: z.object({
    ...grantedPermissions.partial().shape,
    is_valid: z.boolean(),
    /** The page of a page's token. */
    profile_id: z.string().optional().catch(undefined),
  }),
});

type TokenHolder = Pick<PublishingAccount, 'igUserId' | 'token'>;

export type Permissions = ReturnType<typeof createPermissions>;

/** Asks Instagram what a token may do (`debug_token`), in the name of the app. */
export function createPermissions(graph: Graph, callLimiter: CallLimiter) {
  /**
   * The permissions that a token holds for its account; null when it is no longer good for anything.
   * @throws InstagramError when debug_token cannot be asked.
   */
  async function scopesOf({ igUserId, token }: TokenHolder): Promise<string[] | null> {
    if (token === NO_TOKEN) return null;
    const { data } = await callLimiter.runRead(igUserId, () =>
      graph.call('GET', 'debug_token', {
        params: { input_token: token, access_token: graph.appToken },
        answer: tokenInfo,
      }),
    );
    const { is_valid: isValid, scopes = [], granular_scopes, profile_id: pageId } = data;
    return isValid ? scopesFor({ igUserId, pageId }, { scopes, granular_scopes }) : null;
  }

  /**
   * Whether the token holds every one of these permissions for its account: Instagram refuses with
   * the same codes during outages, and when it has nothing to tell.
   * @throws InstagramError when debug_token cannot be asked.
   */
  async function hasScopes(account: TokenHolder, scopes: readonly string[]): Promise<boolean> {
    const granted = await scopesOf(account);
    return scopes.every((scope) => granted?.includes(scope) === true);
  }

  const stillHasScopes = (account: TokenHolder): Promise<boolean> =>
    hasScopes(account, PUBLISHING_SCOPES).catch((error: unknown) => {
      if (!(error instanceof InstagramError)) throw error;
      // What cannot be confirmed is not believed.
      return true;
    });

  return {
    scopesOf,
    hasScopes,

    /**
     * Makes a call for publishing. A refusal for a permission is believed only when the token has
     * lost one; else it is a passing trouble of this call.
     * @throws InstagramError
     */
    async callConfirmingRefusal<T>(account: TokenHolder, call: () => Promise<T>): Promise<T> {
      try {
        return await call();
      } catch (error) {
        const isDoubtful = error instanceof InstagramError && isPermissionError(error.issue);
        if (!isDoubtful || !(await stillHasScopes(account))) throw error;
        throw new InstagramError(refusedDespitePermission, error);
      }
    },
  };
}
