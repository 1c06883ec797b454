import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { Alert } from '../../ui/alert.tsx';
import { SkeletonBar, Skeleton } from '../../ui/skeleton.tsx';

interface ListLoadingProps {
  hasFailed: boolean;
  onRetry: () => void;
  children: ReactNode;
}

export function ListLoading({ hasFailed, onRetry, children }: ListLoadingProps) {
  return hasFailed ? (
    <Alert
      tone="warn"
      live
      className="items-center"
      action={
        <Button variant="ghost" size="sm" onClick={onRetry}>
          Tentar de novo
        </Button>
      }
    >
      {children}
    </Alert>
  ) : (
    <Skeleton className="grid gap-3">
      <SkeletonBar className="h-4 w-1/2" />
      <SkeletonBar className="h-4 w-1/3" />
    </Skeleton>
  );
}
