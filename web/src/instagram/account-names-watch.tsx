import type { User } from '@pontual/contract/auth.ts';
import { useEffect } from 'react';
import { noNames, setAccountNames } from './account-names.ts';
import { useAccounts } from './accounts.queries.ts';
import { nameAmong } from './name-among.ts';

/** Keeps the names of the accounts that rows, buttons and toasts show. */
export function AccountNamesWatch({ user }: { user: User }) {
  const accounts = useAccounts(user).data?.accounts;
  // Toasts name an account where no component is: the names stand outside of React.
  useEffect(() => {
    setAccountNames(({ instagramAccountId: id }) => nameAmong(user, accounts, id));
    return () => setAccountNames(noNames);
  }, [user, accounts]);
  return null;
}
