import type { User } from '@pontual/contract/identity/auth.ts';
import { useEffect, useId, useRef } from 'react';
import { QueryState } from '../ui/page/query-state.tsx';
import { Select } from '../ui/select.tsx';
import { InstagramAccountTag } from './instagram-account-tag.tsx';
import { useInstagramAccounts } from './instagram-accounts-queries.ts';
import { lastInstagramAccount, setLastInstagramAccount } from './last-instagram-account.ts';
import { useInstagramAccountParam } from './use-instagram-account-param.ts';

/** The bar keeps its height while its accounts load, so that nothing below it moves. */
const barClass =
  'min-h-[61px] shrink-0 border-b border-line px-4 py-2 shadow-none! outline-none! lg:min-h-[53px] lg:px-10';

export interface InstagramAccountBarProps {
  user: User;
  account: string | null;
  locked: boolean;
  onAccount: (account: string) => void;
}

export function InstagramAccountBar({
  user,
  account,
  locked,
  onAccount,
}: InstagramAccountBarProps) {
  const query = useInstagramAccounts(user);
  const accounts = query.data?.accounts;
  const bar = useRef<HTMLDivElement>(null);
  const errorId = useId();
  const includedAccounts = accounts?.filter(({ included }) => included) ?? [];
  const { account: filteredAccount } = useInstagramAccountParam();
  const findIncluded = (accountId: string | undefined) =>
    includedAccounts.find(({ instagramAccountId: id }) => id === accountId);
  const first =
    findIncluded(filteredAccount) ??
    findIncluded(lastInstagramAccount(user.workspace)) ??
    includedAccounts[0];
  const initialAccount = account === null ? first?.instagramAccountId : undefined;
  // Another account may be the first one at the time of the request.
  useEffect(() => {
    if (initialAccount !== undefined) onAccount(initialAccount);
  }, [initialAccount, onAccount]);
  if (accounts === undefined) {
    return (
      <div ref={bar} tabIndex={-1} className={barClass}>
        <QueryState
          query={query}
          failed="As contas não carregaram."
          loading={null}
          focusAfter={bar}
        />
      </div>
    );
  }
  const chosen = account ?? initialAccount ?? '';
  const isIncluded = includedAccounts.some(({ instagramAccountId: id }) => id === chosen);
  const isConnected = accounts.some(({ instagramAccountId: id }) => id === chosen);
  const isValid = isIncluded || chosen === '';
  const options = includedAccounts.map(({ instagramAccountId: value, username }) => ({
    value,
    label: `@${username}`,
  }));
  return (
    <div ref={bar} tabIndex={-1} className={barClass}>
      <fieldset disabled={locked} className="flex min-w-0 items-center gap-2.5 text-sm">
        <legend className="sr-only">Conta do post</legend>
        <span className="shrink-0 text-ink-2">Publicar em</span>
        <InstagramAccountTag account={chosen} pictureOnly className="[&>*]:size-6!" />
        <Select
          label="Conta do Instagram"
          options={isIncluded ? options : [{ value: chosen, label: 'Escolha a conta' }, ...options]}
          value={chosen}
          describedBy={isValid ? undefined : errorId}
          onValue={(next) => {
            setLastInstagramAccount(user.workspace, next);
            onAccount(next);
          }}
        />
      </fieldset>
      {isValid ? null : (
        <p id={errorId} className="mt-2 text-sm text-pretty text-bad-text">
          {isConnected
            ? 'A conta escolhida está fora do seu plano e não recebe novos posts. Escolha outra.'
            : 'A conta escolhida não está mais conectada. Conecte-a de novo ou escolha outra.'}
        </p>
      )}
    </div>
  );
}
