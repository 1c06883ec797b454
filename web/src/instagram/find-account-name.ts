import type { User } from '@pontual/contract/identity/auth.ts';
import type { ConnectedAccount } from '@pontual/contract/instagram/instagram.ts';

type KnownAccounts =
  | readonly Pick<ConnectedAccount, 'instagramAccountId' | 'username'>[]
  | undefined;

/**
 * Names one of several accounts: `@cafe.serra`; null is the first one. Undefined in a workspace with one
 * account, while the accounts are not known, and of an account that was removed.
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

/** The label of one of several accounts, also of one that was removed; undefined until they are known. */
export const findAccountLabel: typeof findAccountName = (user, accounts, account) =>
  findAccountName(user, accounts, account) ?? (accounts && 'Conta removida');
