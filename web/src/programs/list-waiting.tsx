import type { ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { Bone, Skeleton } from '../ui/skeleton.tsx';

interface ListWaitingProps {
  failed: boolean;
  onRetry: () => void;
  /** What is said when it has failed. */
  children: ReactNode;
}

/** In the place of a list that is being fetched, or could not be. */
export function ListWaiting({ failed, onRetry, children }: ListWaitingProps) {
  return failed ? (
    <Notice
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
    </Notice>
  ) : (
    <Skeleton className="grid gap-3">
      <Bone className="h-4 w-1/2" />
      <Bone className="h-4 w-1/3" />
    </Skeleton>
  );
}
