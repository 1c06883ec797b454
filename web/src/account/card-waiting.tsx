import type { ReactNode, RefObject } from 'react';
import { hasFailed } from '../api/has-failed.ts';
import { RetryNotice } from '../shell/retry-notice.tsx';
import { Bone, Skeleton } from '../ui/skeleton.tsx';

interface CardWaitingProps {
  query: Parameters<typeof hasFailed>[0] & {
    isFetching: boolean;
    refetch: () => Promise<unknown>;
  };
  /** The heading of the card, which has the focus once what was asked for is there. */
  title: RefObject<HTMLElement | null>;
  /** What could not be fetched. */
  children: ReactNode;
}

/** A card whose content is still on its way, or did not come. */
export function CardWaiting({ query, title, children }: CardWaitingProps) {
  return hasFailed(query) ? (
    <RetryNotice query={query} focusAfter={title} className="items-center">
      {children}
    </RetryNotice>
  ) : (
    <Skeleton className="grid gap-3">
      <Bone className="h-4 w-2/3" />
      <Bone className="h-4 w-1/3" />
    </Skeleton>
  );
}
