import type { LocationResult } from '@pontual/contract/instagram/instagram.ts';
import * as z from 'zod';
import { AppError } from '../../platform/http/app-error.ts';
import type { Log } from '../../platform/log/log.ts';
import type { InstagramAccounts } from '../connection/accounts.ts';
import { InstagramError, type Graph } from './graph.ts';
import type { CallLimiter } from './call-limiter.ts';

export type InstagramLocations = ReturnType<typeof createInstagramLocations>;

/** The user waits while typing. */
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

/** https://developers.facebook.com/docs/pages-api/search-pages */
export function createInstagramLocations(deps: {
  graph: Graph;
  callLimiter: CallLimiter;
  accounts: InstagramAccounts;
  log: Log;
}) {
  const { graph, callLimiter, accounts, log } = deps;
  return {
    /**
     * `allowed` is false without an account, or when Instagram refuses the search to our app.
     * @throws AppError LOCATIONS_UNAVAILABLE for any other failure
     */
    async search(
      workspaceId: string,
      q: string,
    ): Promise<{ locations: LocationResult[]; allowed: boolean }> {
      const account = await accounts.accountOf(workspaceId);
      if (account === undefined) return { locations: [], allowed: false };
      try {
        const { data } = await callLimiter.runRead(account.igUserId, () =>
          graph.call('GET', 'pages/search', {
            token: account.userToken,
            params: { q, fields: 'name,location' },
            answer: pages,
            timeoutMs: TIMEOUT_MS,
          }),
        );
        return { locations: data.filter(isOnMap).map(toLocation), allowed: true };
      } catch (error) {
        if (!(error instanceof InstagramError)) throw error;
        if (isNotAllowed(error.issue.code)) return { locations: [], allowed: false };
        log.info({ code: error.issue.code }, 'places could not be searched');
        throw new AppError('LOCATIONS_UNAVAILABLE');
      }
    },
  };
}

/**
 * 200 to 299 are permissions that were not granted; 3 and 10 lack the feature. 100 may mean the same, but
 * also any wrong parameter.
 */
const isNotAllowed = (code: string): boolean => /^(3|10|2\d\d)$/.test(code);

/** Instagram refuses other pages as the location of a post. */
const isOnMap = ({ location }: Page): boolean =>
  location?.latitude !== undefined && location.longitude !== undefined;

function toLocation({ id, name, location }: Page): LocationResult {
  const parts = [location?.street, location?.city, location?.state];
  const address = parts.filter((part) => part !== undefined && part !== '').join(', ');
  return { id, name, address: address === '' ? null : address };
}
