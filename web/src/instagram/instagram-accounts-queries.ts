import type { User } from '@pontual/contract/identity/auth.ts';
import { listInstagramAccounts } from '@pontual/contract/instagram/instagram.ts';
import { useQuery } from '@tanstack/react-query';
import { call } from '../api/client.ts';
import { POSTS } from '../api/query-keys.ts';
import { hasSeveralAccounts } from './has-several-accounts.ts';

/** The first account comes first; enabled only where there are several. */
export function useInstagramAccounts(user: User | null) {
  return useQuery({
    // The key is under the posts, because a connection also changes them.
    queryKey: [...POSTS, 'accounts', user?.workspace],
    queryFn: ({ signal }) => call(listInstagramAccounts, { signal }),
    enabled: hasSeveralAccounts(user),
    staleTime: 30_000,
  });
}

/** Has the name and picture of a post's account; an unknown account gets neither. */
export function useUserWithAccount(
  user: User | null,
  account: string | null | undefined,
): User | null {
  const { data } = useInstagramAccounts(user);
  if (user === null || account == null || account === user.instagramAccountId) return user;
  const found = data?.accounts.find(({ instagramAccountId: id }) => id === account);
  if (found === undefined && !hasSeveralAccounts(user)) return user;
  const { username = null, profilePicture = null } = found ?? {};
  return { ...user, instagramUsername: username, profilePicture };
}
