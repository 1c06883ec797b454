import { HOUR } from './graph-time.ts';
import { usernameOfUser } from './usernames.ts';
import type { InstagramAccount } from './users.ts';
import type { InstagramContext } from './context.ts';

/** The beginnings of usernames that give an account a trouble of its own. */
const USERNAME_PREFIXES = {
  withoutQuota: 'sem.cota',
  shortLivedToken: 'token.expirado',
  restricted: 'restrita',
  creator: 'criador',
} as const;

/** The account whose app review does not include the search for places. */
const USERNAME_WITHOUT_LOCATION_SEARCH = 'cafe.serra';

/** May places be searched with the tokens of this person? */
export function canSearchLocations({ records }: InstagramContext, userId: string): boolean {
  return usernameOfUser(records, userId) !== USERNAME_WITHOUT_LOCATION_SEARCH;
}

/** May the account not even create a container (25/2207050)? */
export function isRestricted({ username }: InstagramAccount): boolean {
  return username.startsWith(USERNAME_PREFIXES.restricted);
}

/** Is it a creator's account, which publishes everything but stories (10/business)? */
export function isCreator({ username }: InstagramAccount): boolean {
  return username.startsWith(USERNAME_PREFIXES.creator);
}

/** How many posts a rolling day has room for. */
export function getQuotaTotal(
  { settings }: InstagramContext,
  { username }: InstagramAccount,
): number {
  return username.startsWith(USERNAME_PREFIXES.withoutQuota) ? 0 : settings.current().quotaTotal;
}

/** How long, from the login, any token of this person can live. */
export function getMaxTokenLifetime({ records }: InstagramContext, userId: string): number {
  const username = usernameOfUser(records, userId);
  return username?.startsWith(USERNAME_PREFIXES.shortLivedToken) ? HOUR : Infinity;
}
