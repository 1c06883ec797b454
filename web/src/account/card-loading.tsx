import type { ReactNode, RefObject } from 'react';
import { hasFailed } from '../api/has-failed.ts';
import { RetryAlert } from '../ui/page/retry-alert.tsx';
import { SkeletonBar, Skeleton } from '../ui/skeleton.tsx';

interface CardLoadingProps {
  query: Parameters<typeof hasFailed>[0] & {
    isFetching: boolean;
    refetch: () => Promise<unknown>;
  };
  /** The heading gets the focus after a retry succeeds. */
  title: RefObject<HTMLElement | null>;
  children: ReactNode;
}

export function CardLoading({ query, title, children }: CardLoadingProps) {
  return hasFailed(query) ? (
    <RetryAlert query={query} focusAfter={title} className="items-center">
      {children}
    </RetryAlert>
  ) : (
    <Skeleton className="grid gap-3">
      <SkeletonBar className="h-4 w-2/3" />
      <SkeletonBar className="h-4 w-1/3" />
    </Skeleton>
  );
}
