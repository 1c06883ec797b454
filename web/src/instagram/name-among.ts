import type { User } from '@pontual/contract/auth.ts';
import type { ConnectedAccount } from '@pontual/contract/instagram.ts';

/**
 * Names one of several accounts: `@cafe.serra`; null is the first one. Undefined in a workspace with one
 * account, and while the accounts are not known.
 */
export function nameAmong(
  user: Pick<User, 'accounts' | 'instagramAccountId' | 'instagramUsername'>,
  accounts: readonly Pick<ConnectedAccount, 'instagramAccountId' | 'username'>[] | undefined,
  account: string | null,
): string | undefined {
  if (user.accounts < 2) return undefined;
  const id = account ?? user.instagramAccountId;
  const found = accounts?.find(({ instagramAccountId }) => instagramAccountId === id);
  if (found !== undefined) return `@${found.username}`;
  if (id === user.instagramAccountId) return `@${user.instagramUsername}`;
  return accounts && 'conta desconectada';
}
