import type { RefObject } from 'react';
import { hasFailed } from '../api/has-failed.ts';
import { RetryNotice } from '../shell/retry-notice.tsx';
import type { useAccounts } from './accounts.queries.ts';

interface AccountsMissingProps {
  query: ReturnType<typeof useAccounts>;
  /** Has the focus once they are there; by default the page's heading. */
  focusAfter?: RefObject<HTMLElement | null>;
}

/** In place of a choice among accounts that could not be fetched; nothing while they are on their way. */
export function AccountsMissing({ query, focusAfter }: AccountsMissingProps) {
  return query.data === undefined && hasFailed(query) ? (
    <RetryNotice query={query} focusAfter={focusAfter} className="items-center">
      As contas não carregaram.
    </RetryNotice>
  ) : null;
}
