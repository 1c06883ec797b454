import type { User } from '@pontual/contract/auth.ts';
import type { OfAccount } from '../posts/post-filter.ts';
import { Select } from '../ui/select.tsx';
import { useAccounts } from './accounts.queries.ts';

interface AccountFilterProps {
  user: User;
  value: OfAccount | undefined;
  onValue: (account: OfAccount | undefined) => void;
  /** What is shown is always of one: of the first until another is chosen. */
  one?: boolean;
}

/** Narrows what is shown to one of several accounts. */
export function AccountFilter({ user, value, onValue, one = false }: AccountFilterProps) {
  const accounts = useAccounts(user).data?.accounts ?? [];
  if (accounts.length < 2) return null;
  const all = { value: '', label: 'Todas as contas' };
  const options = accounts.map(({ instagramAccountId: id, username }) => ({
    value: id,
    label: `@${username}`,
  }));
  const [first] = options;
  return (
    <Select
      label="Conta"
      options={one ? options : [all, ...options]}
      value={value?.id ?? (one ? (first?.value ?? '') : '')}
      onValue={(id) => onValue(id === '' ? undefined : { id, isFirst: id === first?.value })}
    />
  );
}
