import type { User } from '@pontual/contract/auth.ts';
import { useEffect } from 'react';
import { noAccountNames, setAccountNameLookup } from './account-names.ts';
import { useInstagramAccounts } from './accounts.queries.ts';
import { findAccountName } from './name-among.ts';

/** Keeps the names of the accounts that rows, buttons and toasts show. */
export function InstagramAccountNamesWatcher({ user }: { user: User }) {
  const accounts = useInstagramAccounts(user).data?.accounts;
  // Toasts name an account where no component is: the names stand outside of React.
  useEffect(() => {
    setAccountNameLookup(({ instagramAccountId: id }) => findAccountName(user, accounts, id));
    return () => setAccountNameLookup(noAccountNames);
  }, [user, accounts]);
  return null;
}
