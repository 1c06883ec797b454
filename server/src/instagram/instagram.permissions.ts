import * as z from 'zod';
import { refusedThoughPermitted, saysNoPermission } from './instagram.errors.ts';
import { InstagramError, NO_TOKEN, type Graph } from './instagram.graph.ts';
import { grantedPermissions, PUBLISHING_SCOPES, scopesFor } from './instagram.granted.rules.ts';
import type { PublishingAccount } from './instagram.reading.ts';
import type { Turns } from './instagram.turns.ts';

const tokenFacts = z.object({
  data: z.object({
    ...grantedPermissions.partial().shape,
    is_valid: z.boolean(),
    /** The page of a page's token. */
    profile_id: z.string().optional().catch(undefined),
  }),
});

type Holder = Pick<PublishingAccount, 'igUserId' | 'token'>;

export type Permissions = ReturnType<typeof createPermissions>;

/** Asks Instagram what a token may do (`debug_token`), in the name of the app. */
export function createPermissions(graph: Graph, turns: Turns) {
  /**
   * The permissions that a token holds for its account; null when it is no longer good for anything.
   * @throws InstagramError when debug_token cannot be asked.
   */
  async function scopesOf({ igUserId, token }: Holder): Promise<string[] | null> {
    if (token === NO_TOKEN) return null;
    const { data } = await turns.reading(igUserId, () =>
      graph.call('GET', 'debug_token', {
        params: { input_token: token, access_token: graph.appToken },
        answer: tokenFacts,
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
  async function holds(account: Holder, scopes: readonly string[]): Promise<boolean> {
    const held = await scopesOf(account);
    return scopes.every((scope) => held?.includes(scope) === true);
  }

  const holdsStill = (account: Holder): Promise<boolean> =>
    holds(account, PUBLISHING_SCOPES).catch((error: unknown) => {
      if (!(error instanceof InstagramError)) throw error;
      // What cannot be confirmed is not believed.
      return true;
    });

  return {
    scopesOf,
    holds,

    /**
     * Makes a call for publishing. A refusal for a permission is believed only when the token has
     * lost one; else it is a passing trouble of this call.
     * @throws InstagramError
     */
    async confirmed<T>(account: Holder, call: () => Promise<T>): Promise<T> {
      try {
        return await call();
      } catch (error) {
        const isDoubtful = error instanceof InstagramError && saysNoPermission(error.problem);
        if (!isDoubtful || !(await holdsStill(account))) throw error;
        throw new InstagramError(refusedThoughPermitted, error);
      }
    },
  };
}
