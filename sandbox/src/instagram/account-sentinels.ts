import { HOUR } from './graph-time.ts';
import { isInSituation } from './situations.ts';
import { usernameOfUser } from './usernames.ts';
import type { InstagramAccount } from './users.ts';
import type { InstagramContext } from './context.ts';

const USERNAME_PREFIXES = {
  withoutQuota: 'sem.cota',
  shortLivedToken: 'token.expirado',
  restricted: 'restrita',
  creator: 'criador',
} as const;

/** The app review of this account does not include the location search. */
const USERNAME_WITHOUT_LOCATION_SEARCH = 'cafe.serra';

export function canSearchLocations({ records }: InstagramContext, userId: string): boolean {
  return usernameOfUser(records, userId) !== USERNAME_WITHOUT_LOCATION_SEARCH;
}

/** Returns whether creating a container is refused for the account (25/2207050). */
export function isRestricted({ records }: InstagramContext, account: InstagramAccount): boolean {
  return (
    account.username.startsWith(USERNAME_PREFIXES.restricted) ||
    isInSituation(records, account, 'restricted')
  );
}

export function isCreator({ records }: InstagramContext, account: InstagramAccount): boolean {
  return (
    account.username.startsWith(USERNAME_PREFIXES.creator) ||
    isInSituation(records, account, 'creator')
  );
}

export function getQuotaTotal(
  { settings }: InstagramContext,
  { username }: InstagramAccount,
): number {
  return username.startsWith(USERNAME_PREFIXES.withoutQuota) ? 0 : settings.current().quotaTotal;
}

/** Returns the maximum lifetime of any token of this person in ms, from the login on. */
export function getMaxTokenLifetime({ records }: InstagramContext, userId: string): number {
  const username = usernameOfUser(records, userId);
  return username?.startsWith(USERNAME_PREFIXES.shortLivedToken) ? HOUR : Infinity;
}
