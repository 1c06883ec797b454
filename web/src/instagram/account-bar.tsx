import type { User } from '@pontual/contract/auth.ts';
import { useEffect, useId, useRef } from 'react';
import { Select } from '../ui/select.tsx';
import { AccountOf } from './account-of.tsx';
import { AccountsMissing } from './accounts-missing.tsx';
import { useAccounts } from './accounts.queries.ts';
import { lastAccount, setLastAccount } from './last-account.ts';
import { useAccountParam } from './use-account-param.ts';

/** The bar keeps its height while its accounts load, so that nothing below it moves. */
const barClass =
  'min-h-[61px] shrink-0 border-b border-line px-4 py-2 shadow-none! outline-none! lg:min-h-[53px] lg:px-10';

export interface AccountBarProps {
  user: User;
  /** Null until one is chosen. */
  account: string | null;
  locked: boolean;
  onAccount: (account: string) => void;
}

/** The first choice of a new post: on which of several accounts it is published. */
export function AccountBar({ user, account, locked, onAccount }: AccountBarProps) {
  const query = useAccounts(user);
  const accounts = query.data?.accounts;
  const bar = useRef<HTMLDivElement>(null);
  const fault = useId();
  const open = accounts?.filter(({ included }) => included) ?? [];
  const { account: narrowed } = useAccountParam();
  const openOf = (wanted: string | undefined) =>
    open.find(({ instagramAccountId: id }) => id === wanted);
  // Where its user looks now, then what was chosen last.
  const first = openOf(narrowed) ?? openOf(lastAccount(user.workspace)) ?? open[0];
  const begins = account === null ? first?.instagramAccountId : undefined;
  // What stands here is sent by name: the first account may be another one by the time it is sent.
  useEffect(() => {
    if (begins !== undefined) onAccount(begins);
  }, [begins, onAccount]);
  if (accounts === undefined) {
    return (
      <div ref={bar} tabIndex={-1} className={barClass}>
        <AccountsMissing query={query} focusAfter={bar} />
      </div>
    );
  }
  const chosen = account ?? begins ?? '';
  const isOpen = open.some(({ instagramAccountId: id }) => id === chosen);
  const isConnected = accounts.some(({ instagramAccountId: id }) => id === chosen);
  const isGood = isOpen || chosen === '';
  const options = open.map(({ instagramAccountId: value, username }) => ({
    value,
    label: `@${username}`,
  }));
  return (
    <div ref={bar} tabIndex={-1} className={barClass}>
      <fieldset disabled={locked} className="flex min-w-0 items-center gap-2.5 text-sm">
        <legend className="sr-only">Conta do post</legend>
        <span className="shrink-0 text-ink-2">Publicar em</span>
        <AccountOf account={chosen} face className="[&>*]:size-6!" />
        <Select
          label="Conta do Instagram"
          options={isOpen ? options : [{ value: chosen, label: 'Escolha a conta' }, ...options]}
          value={chosen}
          describedBy={isGood ? undefined : fault}
          onValue={(next) => {
            setLastAccount(user.workspace, next);
            onAccount(next);
          }}
        />
      </fieldset>
      {isGood ? null : (
        <p id={fault} className="mt-2 text-sm text-pretty text-bad-text">
          {isConnected
            ? 'A conta escolhida está fora do seu plano e não recebe novos posts. Escolha outra.'
            : 'A conta escolhida não está mais conectada. Conecte-a de novo ou escolha outra.'}
        </p>
      )}
    </div>
  );
}
