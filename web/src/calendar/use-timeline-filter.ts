import type { User } from '@pontual/contract/identity/auth.ts';
import type { Issue } from '@pontual/contract/posts/issues.ts';
import { useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { hasSeveralAccounts } from '../instagram/has-several-accounts.ts';
import { useInstagramAccountParam } from '../instagram/use-instagram-account-param.ts';
import { noPostFilter, type PostFilter } from '../posts/post-filter.ts';

/** Parameters that set the first status: another status removes them, so that a reload does not undo it. */
const STATUS_PARAMS = ['status', 'awaiting'] as const;

export function useTimelineFilter(user: User) {
  const [searchParams] = useSearchParams();
  const [baseFilter, setBaseFilter] = useState(() => filterFromParams(searchParams));
  const { account: requestedAccountId, setAccount } = useInstagramAccountParam();
  const accountId = hasSeveralAccounts(user) ? requestedAccountId : undefined;
  const first = user.instagramAccountId;
  const filter = useMemo((): PostFilter => {
    const account = accountId && { id: accountId, isFirst: accountId === first };
    return { ...baseFilter, instagramAccount: account || undefined };
  }, [baseFilter, accountId, first]);
  const setFilter = (next: PostFilter) => {
    setBaseFilter(next);
    const removedParams =
      next.status === baseFilter.status
        ? []
        : STATUS_PARAMS.filter((name) => searchParams.has(name));
    if (removedParams.length > 0 || next.instagramAccount?.id !== accountId) {
      setAccount(next.instagramAccount?.id, removedParams);
    }
  };
  return {
    filter,
    setFilter,

    showFailed({ account }: Issue): void {
      const id = hasSeveralAccounts(user) ? account?.instagramAccountId : undefined;
      const selection =
        id === undefined ? undefined : { id, isFirst: id === user.instagramAccountId };
      setFilter({ ...noPostFilter, status: 'failed', instagramAccount: selection });
      const timeline = document.getElementById('timeline');
      timeline?.focus({ preventScroll: true });
      timeline?.scrollIntoView({ block: 'start' });
    },
  };
}

function filterFromParams(searchParams: URLSearchParams): PostFilter {
  if (searchParams.has('awaiting')) return { ...noPostFilter, status: 'awaiting' };
  return searchParams.get('status') === 'failed'
    ? { ...noPostFilter, status: 'failed' }
    : noPostFilter;
}
