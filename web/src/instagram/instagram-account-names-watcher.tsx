import type { User } from '@pontual/contract/identity/auth.ts';
import { useEffect } from 'react';
import { noAccountNames, setAccountNameLookup } from './instagram-account-names.ts';
import { useInstagramAccounts } from './instagram-accounts-queries.ts';
import { findAccountName } from './find-account-name.ts';

export function InstagramAccountNamesWatcher({ user }: { user: User }) {
  const accounts = useInstagramAccounts(user).data?.accounts;
  // Toasts name an account outside of a component.
  useEffect(() => {
    setAccountNameLookup(({ instagramAccountId: id }) => findAccountName(user, accounts, id));
    return () => setAccountNameLookup(noAccountNames);
  }, [user, accounts]);
  return null;
}
