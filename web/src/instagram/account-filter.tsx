import type { User } from '@pontual/contract/auth.ts';
import { useEffect } from 'react';
import type { OfAccount } from '../posts/post-filter.ts';
import { Select } from '../ui/select.tsx';
import { AccountOf } from './account-of.tsx';
import { AccountsMissing } from './accounts-missing.tsx';
import { useAccounts } from './accounts.queries.ts';
import { setLastAccount } from './last-account.ts';

interface AccountFilterProps {
  user: User;
  value: OfAccount | undefined;
  onValue: (account: OfAccount | undefined) => void;
  /** What is shown is always of one: of the first until another is chosen. */
  one?: boolean;
  /** Over a page, all of which it narrows: with its label, the face, and the way back to all. */
  named?: boolean;
}

/** Narrows what is shown to one of several accounts. */
export function AccountFilter(props: AccountFilterProps) {
  const { user, value, onValue, one = false, named = false } = props;
  const query = useAccounts(user);
  const accounts = query.data?.accounts ?? [];
  const id = value?.id;
  // The next post begins where its user looks.
  useEffect(() => {
    if (id !== undefined) setLastAccount(user.workspace, id);
  }, [id, user.workspace]);
  if (query.data === undefined) {
    return (
      <div className={named ? 'mb-4 empty:hidden' : undefined}>
        <AccountsMissing query={query} />
      </div>
    );
  }
  if (accounts.length < 2) return null;
  const all = { value: '', label: 'Todas as contas' };
  const options = accounts.map(({ instagramAccountId, username }) => ({
    value: instagramAccountId,
    label: `@${username}`,
  }));
  const [first] = options;
  const isGone =
    id !== undefined && accounts.every(({ instagramAccountId }) => instagramAccountId !== id);
  const select = (
    <Select
      label="Conta"
      options={[
        ...(one ? [] : [all]),
        ...options,
        // An address may be older than what is connected.
        ...(isGone ? [{ value: id, label: 'Conta removida' }] : []),
      ]}
      value={id ?? (one ? (first?.value ?? '') : '')}
      onValue={(next) =>
        onValue(next === '' ? undefined : { id: next, isFirst: next === first?.value })
      }
    />
  );
  if (!named) return select;
  return (
    <fieldset className="mb-4 flex flex-wrap items-center gap-2.5">
      <legend className="sr-only">Conta</legend>
      <span aria-hidden="true" className="text-sm font-semibold">
        Conta
      </span>
      {value === undefined ? null : <AccountOf account={value.id} face />}
      {select}
      {value === undefined ? null : (
        <button
          type="button"
          className="text-link text-sm"
          onClick={({ currentTarget }) => {
            // The button goes, and the list of accounts stays.
            currentTarget.parentElement?.querySelector<HTMLElement>('[role=combobox]')?.focus();
            onValue(undefined);
          }}
        >
          Ver todas as contas
        </button>
      )}
    </fieldset>
  );
}
