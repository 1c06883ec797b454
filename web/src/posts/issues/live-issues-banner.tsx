import type { Issue } from '@pontual/contract/posts/issues.ts';
import { lazy, Suspense, useState } from 'react';
import { useLastValue } from '../../ui/use-last-value.ts';
import type { IssueHandlers } from './issue-action-button.tsx';
import { useIssues } from './issues-queries.ts';

/** Loaded on demand, because most users have no issue. */
const IssuesBanner = lazy(async () => ({
  default: (await import('./issues-banner.tsx')).IssuesBanner,
}));

/** Contains the texts of all issues, so it is loaded on demand. */
const IssueAnnouncement = lazy(async () => ({
  default: (await import('./issue-announcement.tsx')).IssueAnnouncement,
}));

export function LiveIssuesBanner(targets: IssueHandlers) {
  const { data } = useIssues();
  const added = useNewIssue(data);
  // Stays mounted after its last issue, because it still has to move the focus.
  const wasShown = useLastValue(data !== undefined && data.length > 0 ? true : null);
  return (
    <>
      <p aria-live="polite" className="sr-only">
        {added === undefined ? null : (
          <Suspense fallback={null}>
            <IssueAnnouncement key={added.id} issue={added} />
          </Suspense>
        )}
      </p>
      {data === undefined || wasShown === null ? null : (
        <Suspense fallback={null}>
          <IssuesBanner issues={data} {...targets} />
        </Suspense>
      )}
    </>
  );
}

function useNewIssue(issues: readonly Issue[] | undefined): Issue | undefined {
  const [known, setKnown] = useState<{ issues: typeof issues; added: Issue | undefined }>({
    issues: undefined,
    added: undefined,
  });
  if (issues === known.issues || issues === undefined) return known.added;
  const before = known.issues?.map(({ id }) => id);
  const added = before && issues.find(({ id }) => !before.includes(id));
  setKnown({ issues, added });
  return added;
}
