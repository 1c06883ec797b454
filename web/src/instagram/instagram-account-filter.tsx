import type { User } from '@pontual/contract/identity/auth.ts';
import { useEffect } from 'react';
import type { AccountSelection } from './account-selection.ts';
import { QueryState } from '../ui/page/query-state.tsx';
import { Select } from '../ui/select.tsx';
import { InstagramAccountTag } from './instagram-account-tag.tsx';
import { useInstagramAccounts } from './instagram-accounts-queries.ts';
import { setLastInstagramAccount } from './last-instagram-account.ts';

interface InstagramAccountFilterProps {
  user: User;
  value: AccountSelection | undefined;
  onValue: (account: AccountSelection | undefined) => void;
  /** Whether exactly one account is always shown: the first until another is chosen. */
  isSingle?: boolean;
  showLabel?: boolean;
}

export function InstagramAccountFilter(props: InstagramAccountFilterProps) {
  const { user, value, onValue, isSingle = false, showLabel = false } = props;
  const query = useInstagramAccounts(user);
  const accounts = query.data?.accounts ?? [];
  const id = value?.id;
  useEffect(() => {
    if (id !== undefined) setLastInstagramAccount(user.workspace, id);
  }, [id, user.workspace]);
  if (query.data === undefined) {
    return (
      <div className={showLabel ? 'mb-4 empty:hidden' : undefined}>
        <QueryState query={query} failed="As contas não carregaram." loading={null} />
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
  const isRemoved =
    id !== undefined && accounts.every(({ instagramAccountId }) => instagramAccountId !== id);
  const select = (
    <Select
      label="Conta"
      options={[
        ...(isSingle ? [] : [all]),
        ...options,
        // A URL may name an account that is no longer connected.
        ...(isRemoved ? [{ value: id, label: 'Conta removida' }] : []),
      ]}
      value={id ?? (isSingle ? (first?.value ?? '') : '')}
      onValue={(next) =>
        onValue(next === '' ? undefined : { id: next, isFirst: next === first?.value })
      }
    />
  );
  if (!showLabel) return select;
  return (
    <fieldset className="mb-4 flex flex-wrap items-center gap-2.5">
      <legend className="sr-only">Conta</legend>
      <span aria-hidden="true" className="text-sm font-semibold">
        Conta
      </span>
      {value === undefined ? null : <InstagramAccountTag account={value.id} pictureOnly />}
      {select}
      {value === undefined ? null : (
        <button
          type="button"
          className="text-link text-sm"
          onClick={({ currentTarget }) => {
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
