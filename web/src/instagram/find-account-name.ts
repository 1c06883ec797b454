import type { User } from '@pontual/contract/identity/auth.ts';
import type { InstagramAccount } from '@pontual/contract/instagram/instagram.ts';

type KnownAccounts =
  | readonly Pick<InstagramAccount, 'instagramAccountId' | 'username'>[]
  | undefined;

/**
 * Returns the name of one of several accounts: `@cafe.serra`; null means the first account. Returns undefined
 * in a workspace with one account, until the accounts are loaded, and for a removed account.
 */
export function findAccountName(
  user: Pick<User, 'accounts' | 'instagramAccountId' | 'instagramUsername'>,
  accounts: KnownAccounts,
  account: string | null,
): string | undefined {
  if (user.accounts < 2) return undefined;
  const id = account ?? user.instagramAccountId;
  const found = accounts?.find(({ instagramAccountId }) => instagramAccountId === id);
  if (found !== undefined) return `@${found.username}`;
  return id === user.instagramAccountId ? `@${user.instagramUsername}` : undefined;
}

/** Returns the label of one of several accounts, also for a removed one; undefined until they are loaded. */
export const findAccountLabel: typeof findAccountName = (user, accounts, account) =>
  findAccountName(user, accounts, account) ?? (accounts && 'Conta removida');
