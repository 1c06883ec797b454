import { HOUR } from './graph-time.ts';
import { usernameOfPerson, type Account } from './people.ts';
import type { InstagramWorld } from './world.ts';

/** The beginnings of usernames that give an account a trouble of its own. */
const BEGINNINGS = {
  withoutQuota: 'sem.cota',
  shortLived: 'token.expirado',
  restricted: 'restrita',
  creator: 'criador',
} as const;

/** The account whose app review does not include the search for places. */
const WITHOUT_PLACES = 'cafe.serra';

/** May places be searched with the tokens of this person? */
export function mayFindPlaces({ records }: InstagramWorld, personId: string): boolean {
  return usernameOfPerson(records, personId) !== WITHOUT_PLACES;
}

/** May the account not even create a container (25/2207050)? */
export function isRestricted({ username }: Account): boolean {
  return username.startsWith(BEGINNINGS.restricted);
}

/** Is it a creator's account, which publishes everything but stories (10/business)? */
export function isCreator({ username }: Account): boolean {
  return username.startsWith(BEGINNINGS.creator);
}

/** How many posts a rolling day has room for. */
export function quotaTotalOf({ settings }: InstagramWorld, { username }: Account): number {
  return username.startsWith(BEGINNINGS.withoutQuota) ? 0 : settings.current().quotaTotal;
}

/** How long, from the login, any token of this person can live. */
export function lifetimeOf({ records }: InstagramWorld, personId: string): number {
  const username = usernameOfPerson(records, personId);
  return username?.startsWith(BEGINNINGS.shortLived) ? HOUR : Infinity;
}
