import type { FoundPlace } from '@pontual/contract/instagram.ts';
import * as z from 'zod';
import { AppError } from '../http/app-error.ts';
import type { Log } from '../log.ts';
import type { InstagramAccounts } from './instagram.accounts.ts';
import { InstagramError, type Graph } from './instagram.graph.ts';
import type { Turns } from './instagram.turns.ts';

export type InstagramPlaces = ReturnType<typeof createInstagramPlaces>;

/** Somebody waits for it while typing. */
const TIMEOUT_MS = 4_000;

const pages = z.object({
  data: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      location: z
        .object({
          street: z.string().optional(),
          city: z.string().optional(),
          state: z.string().optional(),
          latitude: z.number().optional(),
          longitude: z.number().optional(),
        })
        .optional(),
    }),
  ),
});
type Page = z.infer<typeof pages>['data'][number];

/**
 * The search for places that a post may name.
 * https://developers.facebook.com/docs/pages-api/search-pages
 */
export function createInstagramPlaces(deps: {
  graph: Graph;
  turns: Turns;
  accounts: InstagramAccounts;
  log: Log;
}) {
  const { graph, turns, accounts, log } = deps;
  return {
    /**
     * Not allowed without an account, or when Instagram says that ours may not search.
     * @throws AppError PLACES_UNAVAILABLE for any other failure
     */
    async search(
      workspaceId: string,
      q: string,
    ): Promise<{ places: FoundPlace[]; allowed: boolean }> {
      const account = await accounts.accountOf(workspaceId);
      if (account === undefined) return { places: [], allowed: false };
      try {
        const { data } = await turns.reading(account.igUserId, () =>
          graph.call('GET', 'pages/search', {
            token: account.userToken,
            params: { q, fields: 'name,location' },
            answer: pages,
            timeoutMs: TIMEOUT_MS,
          }),
        );
        return { places: data.filter(isOnMap).map(toPlace), allowed: true };
      } catch (error) {
        if (!(error instanceof InstagramError)) throw error;
        if (saysNotAllowed(error.problem.code)) return { places: [], allowed: false };
        log.info({ code: error.problem.code }, 'places could not be searched');
        throw new AppError('PLACES_UNAVAILABLE');
      }
    },
  };
}

/**
 * 200 to 299 are permissions that were not given; 3 and 10 lack the feature. 100 may mean the same,
 * but it is also what any wrong parameter gets, and nothing but its text tells them apart.
 */
const saysNotAllowed = (code: string): boolean => /^(3|10|2\d\d)$/.test(code);

/** Others are refused as the place of a post. */
const isOnMap = ({ location }: Page): boolean =>
  location?.latitude !== undefined && location.longitude !== undefined;

function toPlace({ id, name, location }: Page): FoundPlace {
  const parts = [location?.street, location?.city, location?.state];
  const address = parts.filter((part) => part !== undefined && part !== '').join(', ');
  return { id, name, address: address === '' ? null : address };
}
