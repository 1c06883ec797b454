import type { User } from '@pontual/contract/identity/auth.ts';
import type { InstagramAccount } from '@pontual/contract/instagram/instagram.ts';

type KnownAccounts =
  | readonly Pick<InstagramAccount, 'instagramAccountId' | 'username'>[]
  | undefined;

/** Null means the first account. Undefined with one account, until they are loaded, and for a removed one. */
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

/** Also for a removed account; undefined until the accounts are loaded. */
export const findAccountLabel: typeof findAccountName = (user, accounts, account) =>
  findAccountName(user, accounts, account) ?? (accounts && 'Conta removida');
