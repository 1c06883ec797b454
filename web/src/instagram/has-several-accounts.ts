import type { User } from '@pontual/contract/identity/auth.ts';

export const hasSeveralAccounts = (user: User | null): boolean =>
  user !== null && user.accounts > 1;

/** Undefined in a workspace with one account; `chosen` null means the first account. */
export function explicitAccount(user: User | null, chosen: string | null): string | undefined {
  return hasSeveralAccounts(user) ? (chosen ?? user?.instagramAccountId ?? undefined) : undefined;
}
