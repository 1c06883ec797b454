import type { RefObject } from 'react';
import { hasFailed } from '../api/has-failed.ts';
import { RetryAlert } from '../ui/page/retry-alert.tsx';
import type { useInstagramAccounts } from './instagram-accounts-queries.ts';

interface InstagramAccountsErrorProps {
  query: ReturnType<typeof useInstagramAccounts>;
  /** By default the heading of the page gets the focus. */
  focusAfter?: RefObject<HTMLElement | null>;
}

export function InstagramAccountsError({ query, focusAfter }: InstagramAccountsErrorProps) {
  return query.data === undefined && hasFailed(query) ? (
    <RetryAlert query={query} focusAfter={focusAfter} className="items-center">
      As contas não carregaram.
    </RetryAlert>
  ) : null;
}
