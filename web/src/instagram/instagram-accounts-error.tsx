import type { RefObject } from 'react';
import { hasFailed } from '../api/has-failed.ts';
import { RetryAlert } from '../ui/page/retry-alert.tsx';
import type { useInstagramAccounts } from './instagram-accounts-queries.ts';

interface InstagramAccountsErrorProps {
  query: ReturnType<typeof useInstagramAccounts>;
  /** Gets the focus once the accounts are loaded; by default the heading of the page. */
  focusAfter?: RefObject<HTMLElement | null>;
}

/** Replaces a choice of accounts that failed to load; renders nothing while they load. */
export function InstagramAccountsError({ query, focusAfter }: InstagramAccountsErrorProps) {
  return query.data === undefined && hasFailed(query) ? (
    <RetryAlert query={query} focusAfter={focusAfter} className="items-center">
      As contas não carregaram.
    </RetryAlert>
  ) : null;
}
