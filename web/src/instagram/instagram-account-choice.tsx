import type { User } from '@pontual/contract/identity/auth.ts';
import type { InstagramAccount } from '@pontual/contract/instagram/instagram.ts';
import { useEffect, useRef } from 'react';
import { hasFailed } from '../api/has-failed.ts';
import { QueryState } from '../ui/page/query-state.tsx';
import { Section } from '../ui/section.tsx';
import { Avatar } from '../ui/page/avatar.tsx';
import { useInstagramAccounts } from './instagram-accounts-queries.ts';
import { lastInstagramAccount, setLastInstagramAccount } from './last-instagram-account.ts';

export interface InstagramAccountChoiceProps {
  user: User;
  /** Null when none was chosen; it means the first account. */
  account: string | null;
  isNew: boolean;
  locked: boolean;
  small?: boolean;
  onAccount: (account: string) => void;
}

export function InstagramAccountChoice(props: InstagramAccountChoiceProps) {
  const { user, account, isNew, locked, small = false, onAccount } = props;
  const query = useInstagramAccounts(user);
  const accounts = query.data?.accounts ?? [];
  const fields = useRef<HTMLDivElement>(null);
  const includedAccounts = accounts.filter(({ included }) => included);
  const last = lastInstagramAccount(user.workspace);
  const usesLastAccount =
    isNew && account === null && includedAccounts.some(({ instagramAccountId: id }) => id === last);
  useEffect(() => {
    if (usesLastAccount && last !== undefined) onAccount(last);
  }, [usesLastAccount, last, onAccount]);
  if (accounts.length === 0 && !hasFailed(query)) return null;
  const chosen = account ?? accounts[0]?.instagramAccountId;
  const isRemoved =
    query.data !== undefined && accounts.every(({ instagramAccountId: id }) => id !== chosen);
  return (
    <Section title="Conta" isInDialog={small}>
      <div ref={fields} tabIndex={-1} className="shadow-none! outline-none!">
        <QueryState
          query={query}
          failed="As contas não carregaram."
          loading={null}
          focusAfter={fields}
        />
      </div>
      <fieldset disabled={locked}>
        <legend className="sr-only">Conta do Instagram</legend>
        <div className="grid gap-1.5 sm:grid-cols-2">
          {accounts.map((one) => (
            <Choice
              key={one.instagramAccountId}
              {...{ user, one }}
              checked={one.instagramAccountId === chosen}
              onChoose={() => {
                setLastInstagramAccount(user.workspace, one.instagramAccountId);
                onAccount(one.instagramAccountId);
              }}
            />
          ))}
        </div>
      </fieldset>
      {isRemoved ? (
        <p className="mt-2 text-sm text-ink-2">
          A conta deste post não está mais conectada. Conecte-a de novo ou escolha outra.
        </p>
      ) : null}
    </Section>
  );
}

interface ChoiceProps {
  user: User;
  one: InstagramAccount;
  checked: boolean;
  onChoose: () => void;
}

function Choice({ user, one, checked, onChoose }: ChoiceProps) {
  const { username, profilePicture, included } = one;
  return (
    <label className="relative flex min-h-12 cursor-pointer items-center gap-2.5 rounded-field border-[1.5px] border-line px-3 py-1.5 text-sm has-checked:border-ink has-focus-visible:outline-2 has-focus-visible:outline-offset-3 has-focus-visible:outline-(--focus-line) has-focus-visible:shadow-[0_0_0_3px_var(--focus-halo)] has-disabled:cursor-not-allowed">
      <input
        type="radio"
        className="sr-only"
        name="instagram-account"
        checked={checked}
        disabled={!included && !checked}
        onChange={onChoose}
      />
      <Avatar
        user={{ ...user, instagramUsername: username, profilePicture }}
        className="size-7 text-xs"
      />
      <span className="min-w-0 wrap-anywhere">
        <span className="font-semibold">@{username}</span>
        {included ? null : <span className="block text-xs text-ink-3">Fora do seu plano</span>}
      </span>
    </label>
  );
}
