import type { RefObject } from 'react';
import { hasFailed } from '../api/has-failed.ts';
import { RetryAlert } from '../ui/page/retry-alert.tsx';
import type { useInstagramAccounts } from './instagram-accounts-queries.ts';

interface InstagramAccountsErrorProps {
  query: ReturnType<typeof useInstagramAccounts>;
  /** Has the focus once they are there; by default the page's heading. */
  focusAfter?: RefObject<HTMLElement | null>;
}

/** In place of a choice among accounts that could not be fetched; nothing while they are on their way. */
export function InstagramAccountsError({ query, focusAfter }: InstagramAccountsErrorProps) {
  return query.data === undefined && hasFailed(query) ? (
    <RetryAlert query={query} focusAfter={focusAfter} className="items-center">
      As contas não carregaram.
    </RetryAlert>
  ) : null;
}
