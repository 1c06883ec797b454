import type { ReactNode } from 'react';
import { hasFailed } from '../../api/has-failed.ts';
import { QueryState } from '../../ui/page/query-state.tsx';
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

/** Only the failure of the issues, which other parts of the page show. */
export function IssuesLoadError() {
  const issues = useIssues();
  return (
    <QueryState
      query={issues}
      failed="Não foi possível carregar a situação da conta."
      loading={null}
    />
  );
}
