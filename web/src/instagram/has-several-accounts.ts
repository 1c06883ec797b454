import type { User } from '@pontual/contract/identity/auth.ts';

/** Whether a workspace has several accounts; what the browser kept of a user of before does not tell. */
export const hasSeveralAccounts = (user: User | null): boolean => (user?.accounts ?? 0) > 1;

/**
 * On which of several accounts a post goes out; undefined where there is only one, and nothing is to be told
 * apart. `chosen`: null is the first one.
 */
export function explicitAccount(user: User | null, chosen: string | null): string | undefined {
  return hasSeveralAccounts(user) ? (chosen ?? user?.instagramAccountId ?? undefined) : undefined;
}
