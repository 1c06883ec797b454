import type { ReactNode } from 'react';
import { hasFailed } from '../../api/has-failed.ts';
import { RetryAlert } from '../../ui/page/retry-alert.tsx';
import { Badge, CheckBadge } from '../../ui/badge.tsx';
import { SkeletonBar } from '../../ui/skeleton.tsx';
import { useIssues } from './issues-queries.ts';

/** Green while the server is reachable, plain as the last known state, a placeholder until it is loaded. */
export function ConnectedBadge({ children }: { children: ReactNode }) {
  const issues = useIssues();
  if (issues.data === undefined)
    return hasFailed(issues) ? null : <SkeletonBar className="h-6 w-24" />;
  // A new fetch clears the failure reason, but not yet the error.
  return issues.isError || issues.failureReason !== null ? (
    <Badge>{children}</Badge>
  ) : (
    <CheckBadge>{children}</CheckBadge>
  );
}

export function IssuesLoadError() {
  const issues = useIssues();
  return issues.data === undefined && hasFailed(issues) ? (
    <RetryAlert query={issues}>Não foi possível carregar a situação da conta.</RetryAlert>
  ) : null;
}
