import * as z from 'zod';
import { refusedThoughPermitted, saysNoPermission } from './instagram.errors.ts';
import { InstagramError, NO_TOKEN, type Graph } from './instagram.graph.ts';
import type { PublishingAccount } from './instagram.reading.ts';
import type { Turns } from './instagram.turns.ts';

/** Without one of these Instagram refuses to read an account, or to publish with a page's token. */
export const PUBLISHING_SCOPES = [
  'instagram_basic',
  'instagram_content_publish',
  'pages_read_engagement',
] as const;

const tokenFacts = z.object({
  data: z.object({
    is_valid: z.boolean(),
    scopes: z.array(z.string()).optional(),
    granular_scopes: z
      .array(z.object({ scope: z.string(), target_ids: z.array(z.string()).optional() }))
      .optional(),
  }),
});

type Holder = Pick<PublishingAccount, 'igUserId' | 'token'>;

/** Asks Instagram what a token may do (`debug_token`), in the name of the app. */
export function createPermissions(graph: Graph, turns: Turns) {
  /** The facts of a token; undefined when it is no longer good for anything. */
  async function factsOf({ igUserId, token }: Holder) {
    if (token === NO_TOKEN) return undefined;
    const { data } = await turns.reading(igUserId, () =>
      graph.call('GET', 'debug_token', {
        params: { input_token: token, access_token: graph.appToken },
        answer: tokenFacts,
      }),
    );
    return data.is_valid ? data : undefined;
  }

  /**
   * Whether the token holds every one of these permissions for its account: Instagram refuses with
   * the same codes during outages, and when it has nothing to tell.
   * @throws InstagramError when debug_token cannot be asked.
   */
  async function holds(account: Holder, scopes: readonly string[]): Promise<boolean> {
    const facts = await factsOf(account);
    return scopes.every((scope) => {
      const targets = facts?.granular_scopes?.find((one) => one.scope === scope)?.target_ids;
      // A page's permissions are granted for pages, whose ids this does not know.
      const isTrimmed =
        scope.startsWith('instagram_') && targets?.includes(account.igUserId) === false;
      return facts?.scopes?.includes(scope) === true && !isTrimmed;
    });
  }

  const holdsStill = (account: Holder): Promise<boolean> =>
    holds(account, PUBLISHING_SCOPES).catch((error: unknown) => {
      if (!(error instanceof InstagramError)) throw error;
      // What cannot be confirmed is not believed.
      return true;
    });

  return {
    holds,

    /** What a token may do; null when it is no longer good for anything. */
    async scopesOf(account: Holder): Promise<string[] | null> {
      const facts = await factsOf(account);
      return facts === undefined ? null : (facts.scopes ?? []);
    },

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
