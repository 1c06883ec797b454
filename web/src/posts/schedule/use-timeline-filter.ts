import type { User } from '@pontual/contract/auth.ts';
import type { Need } from '@pontual/contract/needs.ts';
import { useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { hasSeveral } from '../../instagram/has-several.ts';
import { useAccountParam } from '../../instagram/use-account-param.ts';
import { everyPost, type PostFilter } from '../post-filter.ts';

/** Parameters that set the first status: another status removes them, so that a reload does not undo it. */
const STATUS = ['status', 'awaiting'] as const;

/** The filter of the page: at first from the address, in which the account stays. */
export function useTimelineFilter(user: User) {
  const [asked] = useSearchParams();
  const [narrowing, setNarrowing] = useState(() => filterOf(asked));
  const { account: named, setAccount } = useAccountParam();
  const accountId = hasSeveral(user) ? named : undefined;
  const first = user.instagramAccountId;
  const filter = useMemo((): PostFilter => {
    const account = accountId && { id: accountId, isFirst: accountId === first };
    return { ...narrowing, account: account || undefined };
  }, [narrowing, accountId, first]);
  const setFilter = (next: PostFilter) => {
    setNarrowing(next);
    const without =
      next.status === narrowing.status ? [] : STATUS.filter((name) => asked.has(name));
    if (without.length > 0 || next.account?.id !== accountId) {
      setAccount(next.account?.id, without);
    }
  };
  return {
    filter,
    setFilter,

    /** Lists the failed posts of a need's account, and goes there. */
    showFailed({ account }: Need): void {
      const id = hasSeveral(user) ? account?.instagramAccountId : undefined;
      const of = id === undefined ? undefined : { id, isFirst: id === user.instagramAccountId };
      setFilter({ ...everyPost, status: 'failed', account: of });
      const timeline = document.getElementById('timeline');
      timeline?.focus({ preventScroll: true });
      timeline?.scrollIntoView({ block: 'start' });
    },
  };
}

function filterOf(asked: URLSearchParams): PostFilter {
  if (asked.has('awaiting')) return { ...everyPost, status: 'awaiting' };
  return asked.get('status') === 'failed' ? { ...everyPost, status: 'failed' } : everyPost;
}
