import type { User } from '@pontual/contract/auth.ts';
import type { Need } from '@pontual/contract/needs.ts';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { hasSeveral } from '../../instagram/has-several.ts';
import { everyPost, type PostFilter } from '../post-filter.ts';

/** What the timeline is narrowed to: at first by the address. */
export function useTimelineFilter(user: User) {
  const [asked] = useSearchParams();
  const [filter, setFilter] = useState(() => filterOf(asked));
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
