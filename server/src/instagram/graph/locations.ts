import type { LocationResult } from '@pontual/contract/instagram/instagram.ts';
import * as z from 'zod';
import type { Clock } from '../../platform/clock.ts';
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
  clock: Clock;
  log: Log;
}) {
  const { graph, callLimiter, accounts, clock, log } = deps;
  const appRefusal = createAppRefusal(clock);
  return {
    /**
     * `allowed` is false without an account whose login has this search, or when Instagram refuses it to our app.
     * @throws AppError LOCATIONS_UNAVAILABLE for any other failure
     */
    async search(
      workspaceId: string,
      q: string,
    ): Promise<{ locations: LocationResult[]; allowed: boolean }> {
      const account = await accounts.accountWith(workspaceId, 'searchesLocations');
      if (account === undefined || appRefusal.isLasting()) return { locations: [], allowed: false };
      try {
        const { data } = await callLimiter.runRead(account.igUserId, () =>
          graph.call('GET', 'pages/search', {
            token: account.userToken,
            params: { q, fields: 'name,location' },
            answer: pages,
            timeoutMs: TIMEOUT_MS,
          }),
        );
        appRefusal.end();
        return { locations: data.filter(isOnMap).map(toLocation), allowed: true };
      } catch (error) {
        if (!(error instanceof InstagramError)) throw error;
        if (error.issue.code === '100') appRefusal.record(`${workspaceId} ${q}`);
        if (isNotAllowed(error.issue.code) || appRefusal.isLasting())
          return { locations: [], allowed: false };
        log.info({ code: error.issue.code }, 'places could not be searched');
        throw new AppError('LOCATIONS_UNAVAILABLE');
      }
    },
  };
}

const REFUSED_FOR_MS = 10 * 60_000;
const NOT_ASKED_FOR_MS = 24 * 3_600_000;

/**
 * 100 for every search of ten minutes, of more than one term or workspace: the app lacks the feature. It is asked
 * for again after a day.
 */
function createAppRefusal(clock: Clock) {
  const searches = new Set<string>();
  let since = 0;
  let last = 0;
  let until = 0;
  const now = () => clock.now().getTime();
  return {
    isLasting: (): boolean => now() < until,
    record(search: string): void {
      // Nothing is known of the time between two refusals that are far apart.
      if (now() - last > REFUSED_FOR_MS) searches.clear();
      if (searches.size === 0) since = now();
      last = now();
      searches.add(search);
      const isLong = now() - since >= REFUSED_FOR_MS;
      if (isLong && searches.size > 1) until = now() + NOT_ASKED_FOR_MS;
    },
    end: () => searches.clear(),
  };
}

/**
 * 200 to 299 are permissions that were not granted; 3 and 10 lack the feature. 100 may mean the same, but
 * also any wrong parameter: see `createAppRefusal`.
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
